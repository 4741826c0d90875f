// Positions as chords: a tone for each pair, as loud as its cosine. The slow pairs hold their low tones, the fast ones change.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { rowsOf } from '../sinusoidal.ts';
import { canSound, Sound } from '../spectrum/sound.ts';

/** Of pair 0, the fastest, and of those after it: a major chord over several octaves, in hertz. */
const tones = [880, 659, 554, 440, 330, 220, 165, 110] as const;
const chordMs = 650;

/** Plays the rows of a table of encodings, one after the other. */
export class Chords implements ReactiveController {
  /** The position that sounds; null in silence. */
  at: number | null = null;
  private readonly sound: Sound;
  private timer = 0;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
    this.sound = new Sound(host, () => this.end());
  }

  hostDisconnected(): void {
    this.stop();
  }

  get canPlay(): boolean {
    return canSound();
  }

  play(encodings: Matrix): void {
    this.stop();
    this.sounding(encodings, 0);
  }

  private sounding(encodings: Matrix, position: number): void {
    if (position >= encodings.rows) return this.stop();
    const row = rowsOf(encodings, position);
    this.at = position;
    this.sound.play({
      hertz: tones,
      loudness: tones.map((_, pair) => (1 + (row[2 * pair + 1] ?? 0)) / 2),
    });
    this.timer = window.setTimeout(() => this.sounding(encodings, position + 1), chordMs);
    this.host.requestUpdate();
  }

  stop(): void {
    this.sound.stop();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.at = null;
    this.host.requestUpdate();
  }
}
