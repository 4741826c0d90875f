import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import type { NumberParameter } from './parameters.ts';
import { playButton, type Plays, playStyle } from './play-button.ts';
import { markSliders, sliderStyle } from './fields.ts';

/** The text in the box counts when typing pauses for this long. */
const pauseMs = 600;

/** A text as a number, in the ways that people write numbers; a sentence if it is not one. */
function numberIn(text: string, label: string): number | string {
  const bare = text.replace(/[\s\u00a0\u2009\u202f]/g, '').replace('\u2212', '-');
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) {
    return `Write ${label} without commas: ${bare.replaceAll(',', '')}, not ${text.trim()}.`;
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
    player: { attribute: false },
    playing: { state: true },
    problem: { attribute: false },
    typed: { state: true },
    unreadable: { state: true },
  };

  declare label: string;
  declare value: number;
  declare slider: NumberParameter['slider'];
  declare plays: NumberParameter['plays'];
  /** Null if it plays itself. */
  declare player: Plays | null;
  declare private playing: boolean;
  /** A sentence below the number. */
  declare problem: string;
  /** The text in the box while it has the focus. */
  declare private typed: string | null;
  declare private unreadable: boolean;

  private pause = 0;
  private next = 0;
  /** It does not play out of sight. */
  private seen: IntersectionObserver | null = null;

  constructor() {
    super();
    this.label = '';
    this.value = 0;
    this.slider = { min: 0, max: 100, step: 1 };
    this.plays = undefined;
    this.player = null;
    this.playing = false;
    this.problem = '';
    this.typed = null;
    this.unreadable = false;
  }

  static override styles = [
    playStyle,
    sliderStyle,
    css`
      :host {
        display: block;
        container-type: inline-size;
        font: 0.85rem/1.4 var(--posenc-sans);
      }
      /* The label and the box above a slider as long as there is room. Its size is fixed: a move lays out nothing else. */
      .row {
        display: grid;
        contain: layout size;
        height: 4.8rem;
        grid-template-areas: 'label label box' 'slider slider slider';
        grid-template-rows: 2.3rem 2.5rem;
        grid-template-columns: auto minmax(0, 1fr) 5.4rem;
        gap: 0 0.7rem;
        align-items: center;
      }
      .row.plays {
        grid-template-areas: 'label label box' 'button slider slider';
      }
      label {
        grid-area: label;
      }
      .play {
        grid-area: button;
      }
      input {
        min-width: 0;
        width: 100%;
        margin: 0;
      }
      input[type='text'] {
        grid-area: box;
        box-sizing: border-box;
        font: 500 0.85rem var(--posenc-mono);
        font-variant-numeric: tabular-nums;
        padding: 0.25rem 0.4rem;
        border: 1.5px solid var(--posenc-field);
        border-radius: 6px;
        background: var(--posenc-paper);
        color: var(--posenc-ink);
      }
      input[type='range'] {
        grid-area: slider;
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
      /* One line where there is room for it. */
      @container (min-width: 23rem) {
        .row {
          height: 2.5rem;
          grid-template: 'label slider box' 2.5rem / auto minmax(0, 1fr) 5.4rem;
        }
        .row.plays {
          grid-template: 'label button slider box' 2.5rem / auto auto minmax(0, 1fr) 5.4rem;
        }
      }
      @media (pointer: coarse) {
        input[type='text'] {
          font-size: 16px;
          padding-block: 0.4rem;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.seen ??= new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) this.stop();
    });
    this.seen.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.seen?.disconnect();
    clearTimeout(this.pause);
    this.stop();
  }

  /** Another value, such as one that was dragged, goes before the text that is still in the box. */
  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('value') || this.typed === null) return;
    if (numberIn(this.typed, this.label) === this.value) return;
    clearTimeout(this.pause);
    this.typed = null;
    this.unreadable = false;
  }

  private readonly onPlay = (): void => {
    if (this.playing) {
      this.stop();
    } else if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.advance();
    } else {
      this.playing = true;
      this.run();
    }
  };

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
    if (!plays) return;
    if ('stops' in slider) {
      const { stops } = slider;
      this.commit(stops[stops.indexOf(value) + plays.by] ?? stops[0] ?? value);
      return;
    }
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

  override updated(): void {
    markSliders(this.renderRoot);
  }

  override render() {
    const { slider, value } = this;
    const player =
      this.player ?? (this.plays ? { playing: this.playing, toggle: this.onPlay } : null);
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
    return html`<div class=${player ? 'row plays' : 'row'}>
        <label for="box">${this.label}</label>
        ${player ? playButton(this.label, player) : nothing}
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
