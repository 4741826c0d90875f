import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { type PlotName, plotNames } from './plots.ts';

/** The least time between two changes of what is shown; with reduced motion the curves grow in larger steps. */
const intervalMs = { usual: 80, reducedMotion: 500 };
/** The page rests for this many times as long as drawing takes, but not longer than that: the processors are for training. */
const restPerDrawing = 19;
const longestRestMs = 2000;

/** Draws the progress of a training: at most one plot for each frame. */
export class Redraw {
  private readonly plots = new Map<PlotName, TemplateResult>();
  /** Plots that do not show the latest numbers yet, the one drawn longest ago first. */
  private readonly stale = new Set<PlotName>();
  private isPlanned = false;
  private lastChange = 0;
  private costMs = 0;
  private hadTime = true;
  private readonly reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

  /**
   * @param update called before each drawing, with the time of its frame; returns whether a plot should be drawn in it too
   * @param draw returns a plot of the latest numbers
   */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly update: (now: number) => boolean,
    private readonly draw: (name: PlotName) => TemplateResult,
  ) {}

  readonly request = (): void => {
    for (const name of plotNames) this.stale.add(name);
    this.plan();
  };

  /** Removes all plots: they are of an earlier session. */
  clear(): void {
    this.plots.clear();
  }

  get staleCount(): number {
    return this.stale.size;
  }

  /** False if the last frame changed too much for a plot. */
  get hasTime(): boolean {
    return this.hadTime;
  }

  get drawn(): ReadonlyMap<PlotName, TemplateResult> {
    return this.plots;
  }

  /** All changes before the next frame are shown in it. */
  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    const least = this.reducedMotion.matches ? intervalMs.reducedMotion : intervalMs.usual;
    const between = Math.max(least, Math.min(longestRestMs, restPerDrawing * this.costMs));
    const wait = Math.max(0, this.lastChange + between - performance.now());
    setTimeout(() => requestAnimationFrame(this.frame), wait);
  }

  private readonly frame = (now: number): void => {
    this.isPlanned = false;
    this.hadTime = this.update(now);
    const [next] = this.hadTime ? this.stale : [];
    if (next) {
      this.stale.delete(next);
      this.plots.set(next, this.draw(next));
    }
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => {
      this.lastChange = performance.now();
      this.costMs = this.lastChange - now;
      if (this.stale.size > 0) this.plan();
    });
  };
}
