import { css, html, LitElement, nothing, svg } from 'lit';
import type { NumberParameter } from './parameters.ts';

/** The text in the box counts when typing pauses for this long. */
const pauseMs = 600;

/** A text as a number, in the ways that people write numbers; a sentence if it is not one. */
function numberIn(text: string, label: string): number | string {
  const bare = text.replace(/[\s\u00a0\u2009\u202f]/g, '').replace('\u2212', '-');
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) {
    return `Write ${label} without a comma between thousands: ${bare.replaceAll(',', '')}, not ${text.trim()}.`;
  }
  const value = Number(bare.replace(',', '.'));
  if (bare === '' || Number.isNaN(value)) {
    return `${label} must be a number but got "${text.trim()}".`;
  }
  return value;
}

/**
 * A number to set: a slider for the usual range, and a box for any value. The slider sets it while it is
 * moved; the box once it is left, with Enter, or when typing has paused.
 *
 * Fires `set` (detail: the number) when the reader has set another number, and `unreadable` (detail: a sentence)
 * when the text in the box is not a number.
 */
export class PosencNumber extends LitElement {
  static override properties = {
    label: { type: String },
    value: { type: Number },
    slider: { attribute: false },
    plays: { attribute: false },
    playing: { state: true },
    problem: { attribute: false },
    typed: { state: true },
    unreadable: { state: true },
  };

  declare label: string;
  declare value: number;
  declare slider: NumberParameter['slider'];
  declare plays: NumberParameter['plays'];
  declare private playing: boolean;
  /** What is wrong with the number, as a sentence below it. */
  declare problem: string;
  /** The text in the box while it has the focus. */
  declare private typed: string | null;
  declare private unreadable: boolean;

  private pause = 0;
  private next = 0;

  constructor() {
    super();
    this.label = '';
    this.value = 0;
    this.slider = { min: 0, max: 100, step: 1 };
    this.plays = undefined;
    this.playing = false;
    this.problem = '';
    this.typed = null;
    this.unreadable = false;
  }

  static override styles = css`
    :host {
      display: block;
      font: 0.85rem/1.4 var(--posenc-sans);
    }
    .row {
      display: grid;
      grid-template-columns: 5.8rem minmax(0, 1fr) 5.4rem;
      gap: 0.6rem;
      align-items: center;
      min-height: 2rem;
    }
    .row.plays {
      grid-template-columns: 5.8rem 2rem minmax(0, 1fr) 5.4rem;
    }
    .row button {
      width: 2rem;
      height: 2rem;
      padding: 0;
      border: 1.5px solid var(--posenc-field);
      border-radius: 50%;
      background: var(--posenc-sheet);
      color: var(--posenc-accent);
      cursor: pointer;
    }
    .row button svg {
      display: block;
      margin: auto;
      fill: currentColor;
    }
    input {
      min-width: 0;
      width: 100%;
      margin: 0;
    }
    input[type='range'] {
      accent-color: var(--posenc-accent);
    }
    input[type='text'] {
      box-sizing: border-box;
      font: 500 0.85rem var(--posenc-mono);
      font-variant-numeric: tabular-nums;
      padding: 0.25rem 0.4rem;
      border: 1.5px solid var(--posenc-field);
      border-radius: 6px;
      background: var(--posenc-paper);
      color: var(--posenc-ink);
    }
    input[aria-invalid='true'] {
      border-color: var(--posenc-wrong);
    }
    .problem {
      color: var(--posenc-wrong);
      margin: 0.1rem 0 0.4rem;
    }
    .problem:empty {
      display: none;
    }
    :focus-visible {
      outline: 3px solid var(--posenc-accent);
      outline-offset: 2px;
    }
    @media (pointer: coarse) {
      input[type='text'] {
        font-size: 16px;
      }
      input[type='range'] {
        height: 2.4rem;
      }
    }
  `;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.pause);
    this.stop();
  }

  private onPlay(): void {
    if (this.playing) {
      this.stop();
    } else if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.advance();
    } else {
      this.playing = true;
      this.run();
    }
  }

  private run(): void {
    this.advance();
    this.next = window.setTimeout(() => this.run(), this.plays?.everyMs ?? 1000);
  }

  private stop(): void {
    this.playing = false;
    clearTimeout(this.next);
  }

  /** One step on; from the end back to the beginning. */
  private advance(): void {
    const { slider, plays, value } = this;
    if (!plays || 'stops' in slider) return;
    const next = Number((value + plays.by).toPrecision(12));
    this.commit(next > slider.max ? slider.min : next);
  }

  private onSlider(event: Event): void {
    this.stop();
    const at = (event.target as HTMLInputElement).valueAsNumber;
    this.commit('stops' in this.slider ? (this.slider.stops[at] ?? at) : at);
  }

  private onTyping(event: Event): void {
    this.stop();
    this.typed = (event.target as HTMLInputElement).value;
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.readBox(), pauseMs);
  }

  private onLeave(): void {
    this.readBox();
    this.typed = null;
    if (this.unreadable) this.commit(this.value);
  }

  /** Uses the text in the box, or reports why it cannot. */
  private readBox(): void {
    clearTimeout(this.pause);
    if (this.typed === null) return;
    const read = numberIn(this.typed, this.label);
    if (typeof read === 'number') {
      if (read !== this.value || this.unreadable) this.commit(read);
    } else {
      this.unreadable = true;
      this.dispatchEvent(new CustomEvent('unreadable', { detail: read }));
    }
  }

  private commit(value: number): void {
    this.unreadable = false;
    this.value = value;
    this.dispatchEvent(new CustomEvent('set', { detail: value }));
  }

  private playButton() {
    return html`<button
      type="button"
      aria-label=${this.playing ? `Stop ${this.label}` : `Play ${this.label}`}
      @click=${this.onPlay}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        ${this.playing ? svg`<path d="M2 1h3v10H2zM7 1h3v10H7z" />` : svg`<path d="M2 0.5 11 6 2 11.5z" />`}
      </svg>
    </button>`;
  }

  override render() {
    const { slider, value } = this;
    const stops = 'stops' in slider ? slider.stops : null;
    const [min, max, step] =
      'stops' in slider ? [0, slider.stops.length - 1, 1] : [slider.min, slider.max, slider.step];
    const nearest = stops
      ? stops.reduce(
          (best, stop, n) =>
            Math.abs(stop - value) < Math.abs((stops[best] ?? 0) - value) ? n : best,
          0,
        )
      : value;
    return html`<div class=${this.plays ? 'row plays' : 'row'}>
        <label for="box">${this.label}</label>
        ${this.plays ? this.playButton() : nothing}
        <input
          type="range"
          aria-label="${this.label}, as a slider"
          aria-valuetext=${value}
          min=${min}
          max=${max}
          step=${step}
          .value=${String(nearest)}
          @input=${this.onSlider}
        />
        <input
          id="box"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          aria-invalid=${this.unreadable || this.problem !== ''}
          aria-describedby="problem"
          .value=${this.typed ?? String(value)}
          @input=${this.onTyping}
          @change=${this.readBox}
          @blur=${this.onLeave}
        />
      </div>
      <p class="problem" id="problem">${this.problem}</p>`;
  }
}

customElements.define('posenc-number', PosencNumber);
