import { css, html, nothing } from 'lit';
import type { RotationMethod } from '../../core/api.ts';
import { plain, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { count, type Values } from '../../ui/parameters.ts';
import { progressStyle } from '../../ui/progress-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { headDim, rotary } from '../rotary.ts';

const parameters = {
  headDim: headDim(64, { max: 256, most: 512 }),
  positions: count('positions', 512, 2048, 8192, 64),
  heads: {
    type: 'number',
    label: 'heads',
    value: 8,
    slider: { min: 1, max: 32, step: 1 },
    least: 1,
    most: 64,
    whole: true,
  },
} as const;
type Params = Values<typeof parameters>;

const base = 10000;
const runs = 7;
const runNumbers = Array.from({ length: runs }, (_, run) => run + 1);
/** In a call of this length the way to the worker and back hardly counts. */
const minCallMs = 30;
/** The core rotates at most this many components in a call. */
const maxComponents = 1e8;

interface Timed {
  /** Milliseconds for all heads and positions once, in each run. */
  each: number[];
  median: number;
  lowest: number;
  highest: number;
}

interface Answer {
  /** Rotated at a time. */
  vectors: number;
  measured: Measured | null;
}

interface Measured {
  computed: Timed;
  cached: Timed;
  repeats: number;
  /** Of each method's results. */
  checksums: { computed: number; cached: number };
}

function timed(each: number[]): Timed {
  const sorted = [...each].sort((a, b) => a - b);
  const [lowest = 0, median = 0, highest = 0] = [
    sorted[0],
    sorted[(sorted.length - 1) / 2],
    sorted[sorted.length - 1],
  ];
  return { each, median, lowest, highest };
}

const ms = (value: number): string => `${significant(value, 3)} ms`;

/**
 * What keeping cosines and sines saves, measured on the reader's machine.
 *
 *   <posenc-rope-cache head-dim="64" positions="512" heads="8"></posenc-rope-cache>
 */
export class PosencRopeCache extends figureWith('rope-cache', parameters)<Answer> {
  static override properties = { done: { state: true } };

  protected override readonly label = 'What a cache of cosines and sines saves';
  protected override readonly formula =
    'time of a call / repeats, for R_p q at p = 0 … positions − 1 and for all heads, in float32; median of 7 calls of each method in turn';

  static override styles = [
    ...PosencFigure.styles,
    progressStyle,
    css`
      .measure {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem 1rem;
        align-items: center;
        min-height: 2.6rem;
      }
      .measure button {
        padding: 0.5rem 1rem;
        border: 0;
      }
      .measure button:disabled {
        opacity: 0.6;
        cursor: default;
      }
      progress {
        width: 9rem;
      }
      @media print {
        .measure {
          display: none;
        }
      }
      @media (scripting: none) {
        .measure {
          display: none;
        }
      }
    `,
  ];

  /** Finished runs; null while nothing is measured. */
  declare private done: number | null;
  private pressed = false;

  constructor() {
    super();
    this.done = null;
  }

  protected override async ask(params: Params): Promise<Answer> {
    const { positions, heads } = params;
    const options = rotary(params.headDim, base, 'half_split');
    const rotate = (method: RotationMethod, repeats: number) =>
      this.call('rotateMany', options, positions, heads, repeats, method);
    const vectors = await this.call('vectorsToRotate', options, positions, heads, 1);
    if (!this.pressed) return { vectors, measured: null };
    const { checksum: cached } = await rotate('cached', 1);
    const { checksum: computed } = await rotate('computed', 1);
    const checksums = { computed, cached };
    this.pressed = false;
    this.done = 0;
    try {
      const time = async (method: RotationMethod, repeats: number) => {
        const from = performance.now();
        await rotate(method, repeats);
        return performance.now() - from;
      };
      const most = Math.max(1, Math.floor(maxComponents / (params.headDim * positions * heads)));
      let repeats = 1;
      while (repeats < most) {
        // The fast one twice: something else may have delayed one of them.
        const took = [
          await time('computed', repeats),
          await time('cached', repeats),
          await time('cached', repeats),
        ];
        if (took.every((one) => one >= minCallMs)) break;
        repeats = Math.min(most, repeats * 2);
      }
      const [computed, cached]: [number[], number[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        computed.push((await time('computed', repeats)) / repeats);
        cached.push((await time('cached', repeats)) / repeats);
        this.done = run + 1;
      }
      const measured = { computed: timed(computed), cached: timed(cached), repeats, checksums };
      return { vectors, measured };
    } finally {
      this.done = null;
    }
  }

  private measure(): void {
    if (this.done !== null) return;
    this.pressed = true;
    this.again();
  }

  protected override caption({ measured }: Answer): string {
    if (!measured) return 'Fewer cosines. Less time?';
    const { computed, cached } = measured;
    if (cached.highest < computed.lowest) {
      return `Here, ${significant(computed.median / cached.median, 2)} times as fast`;
    }
    return computed.highest < cached.lowest ? 'Here it does not pay off' : 'Too close to tell';
  }

  private finding({ measured }: Answer, { headDim, positions }: Params): string {
    if (!measured) {
      const once = significant(headDim * positions, 7);
      return `Without a cache, every run computes ${once} cosines and sines; with a cache, only the first does. Not timed yet`;
    }
    const { computed, cached } = measured;
    if (cached.highest < computed.lowest) {
      return `On this run, the cache made RoPE ${significant(computed.median / cached.median, 2)} times as fast: ${ms(cached.median)} instead of ${ms(computed.median)}`;
    }
    if (computed.highest < cached.lowest) {
      return `On this run, the cache did not help: ${ms(cached.median)} with it, ${ms(computed.median)} without`;
    }
    return `Too close to tell: the runs overlap, ${ms(cached.median)} with the cache, ${ms(computed.median)} without. Measure again`;
  }

  protected override subtitle({ measured }: Answer): string {
    return measured
      ? `${ms(measured.cached.median)} with the cache, ${ms(measured.computed.median)} without.`
      : 'With a cache, every cosine is computed only once.';
  }

  protected override setting(answer: Answer, values: Params): string {
    const { vectors, measured } = answer;
    const { headDim, positions, heads } = values;
    const finding = this.finding(answer, values);
    const what = `${plain(positions)} positions × ${quantity(plain(heads), 'head')}, d = ${headDim}, base ${plain(base)}`;
    return measured
      ? `${finding}. Time to rotate ${what}: median of ${runs} runs of ${quantity(measured.repeats, 'repeat')} each; without the cache ${this.spread(measured.computed)}, with it ${this.spread(measured.cached)}`
      : `${finding}. ${what}: ${plain(vectors)} vectors to rotate per run`;
  }

  private spread({ lowest, highest }: Timed): string {
    return `from ${significant(lowest, 3)} to ${ms(highest)}`;
  }

  protected override summary({ measured }: Answer, { headDim, positions }: Params): string {
    if (!measured) {
      const once = significant(headDim * positions, 7);
      return `Two lines, the number of cosines and sines computed after each of ${runs} runs. Without a cache, it rises by ${once} per run; with a cache, it stays at ${once}. Nothing has been timed yet.`;
    }
    const { computed, cached } = measured;
    return `Two rows of ${runs} points, milliseconds for each run. Cosines and sines recomputed: median ${ms(computed.median)}, ${this.spread(computed)}. Read from the cache: median ${ms(cached.median)}, ${this.spread(cached)}.`;
  }

  protected override table({ measured }: Answer): DataTable {
    const { computed, cached, repeats = 0, checksums } = measured ?? {};
    return {
      head: [
        'run',
        'computed (ms)',
        'cached (ms)',
        'repeats in a run',
        'checksum computed',
        'checksum cached',
      ],
      count: measured ? runs : 0,
      row: (run) => [
        run + 1,
        computed?.each[run] ?? 0,
        cached?.each[run] ?? 0,
        repeats,
        checksums?.computed ?? 0,
        checksums?.cached ?? 0,
      ],
    };
  }

  /** A value for each run, with and without the cache. */
  private lines(computed: readonly number[], cached: readonly number[]): Series[] {
    const x = runNumbers;
    return [
      { name: 'computed', x, y: computed, color: 'soft', as: 'dashed', marked: true },
      { name: 'cached', x, y: cached, color: 'rope', as: 'line', marked: true },
    ];
  }

  /** Before anything is measured: how many cosines and sines there are to compute. */
  private counted({ headDim, positions }: Params) {
    const once = headDim * positions;
    const computed = runNumbers.map((run) => run * once);
    return {
      series: this.lines(
        computed,
        runNumbers.map(() => once),
      ),
      up: 'cosines and sines computed so far',
      describe: (run: number) =>
        `after run ${run + 1}: ${plain(computed[run] ?? 0)} cosines and sines computed, ${plain(once)} with a cache`,
    };
  }

  private timedIn({ computed, cached }: Measured) {
    return {
      series: this.lines(computed.each, cached.each),
      up: 'milliseconds',
      describe: (run: number) =>
        `run ${run + 1}: computed ${ms(computed.each[run] ?? 0)}, cached ${ms(cached.each[run] ?? 0)}`,
    };
  }

  protected override plot(answer: Answer | null, values: Params, summary: string) {
    const { series, up, describe } = answer?.measured
      ? this.timedIn(answer.measured)
      : this.counted(values);
    return linePlot(this.label, summary, {
      height: 240,
      series,
      across: { title: 'run', domain: [1, runs], at: runNumbers },
      up: { title: up, domain: [0, 0] },
      stops: runNumbers,
      describe,
    });
  }

  protected override extra(answer: Answer | null) {
    const { done } = this;
    return html`<div class="measure">
      <button
        class="button main"
        type="button"
        ?disabled=${!answer || done !== null}
        @click=${this.measure}
      >
        ${answer?.measured ? 'Measure again' : 'Measure'}
      </button>
      ${
        done === null
          ? nothing
          : html`<progress max=${runs} value=${done} aria-label="Runs"></progress>`
      }
      <span role="status">${done === null ? '' : `Measuring: ${done} of ${runs} runs`}</span>
    </div>`;
  }
}

customElements.define('posenc-rope-cache', PosencRopeCache);
