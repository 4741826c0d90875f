import { css, html, LitElement, type PropertyValues } from 'lit';

/**
 * A number to set: a slider for the usual range, and a box for any value. The slider sets it while it is
 * moved; the box once it is left, with Enter, or when typing has paused.
 *
 *   <posenc-number label="width d" min="2" max="512" step="2"></posenc-number>
 *
 * Fires `set` (detail: the number) when the reader has set another number.
 */
export class PosencNumber extends LitElement {
  static override properties = {
    label: { type: String },
    unit: { type: String },
    value: { type: Number },
    min: { type: Number },
    max: { type: Number },
    step: { type: Number },
    most: { type: Number },
    stops: { attribute: false },
    error: { state: true },
  };

  declare label: string;
  /** Said after the number to those who cannot see the axis. */
  declare unit: string;
  declare value: number;
  declare min: number;
  declare max: number;
  declare step: number;
  /** What the figure can show at most, whatever the core can compute. */
  declare most: number;
  /** The values that the slider goes through, where steps would not do. */
  declare stops: readonly number[] | null;
  declare private error: string;

  private pause = 0;

  constructor() {
    super();
    this.label = '';
    this.unit = '';
    this.value = 0;
    this.min = 0;
    this.max = 100;
    this.step = 1;
    this.most = Infinity;
    this.stops = null;
    this.error = '';
  }

  static override styles = css`
    :host {
      display: block;
      font: 0.85rem/1.4 var(--sans);
    }
    .row {
      display: flex;
      gap: 0.6rem;
      align-items: center;
      min-height: 2rem;
    }
    label {
      white-space: nowrap;
      min-width: 3.6rem;
    }
    @media (max-width: 30rem) {
      label {
        min-width: 5.6rem;
      }
    }
    input[type='range'] {
      accent-color: var(--accent);
      width: 8.5rem;
      min-width: 0;
      flex: 0 1 auto;
      margin: 0;
    }
    input[type='text'] {
      box-sizing: border-box;
      font: 500 0.85rem var(--mono);
      font-variant-numeric: tabular-nums;
      width: 5.2rem;
      padding: 0.25rem 0.4rem;
      border: 1.5px solid var(--field);
      border-radius: 6px;
      background: var(--paper);
      color: var(--ink);
    }
    input[aria-invalid='true'] {
      border-color: var(--wrong);
    }
    :focus-visible {
      outline: 3px solid var(--accent);
      outline-offset: 2px;
    }
    .error {
      color: var(--wrong);
      max-width: 22rem;
      margin: 0;
    }
    @media (pointer: coarse) {
      input[type='text'] {
        font-size: 16px;
      }
      input[type='range'] {
        height: 2.2rem;
      }
    }
  `;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.pause);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.error = '';
  }

  private onSlider(event: Event): void {
    const at = (event.target as HTMLInputElement).valueAsNumber;
    this.commit(this.stops?.[at] ?? at);
  }

  private onTyping(event: Event): void {
    clearTimeout(this.pause);
    const box = event.target as HTMLInputElement;
    this.pause = window.setTimeout(() => this.take(box), 600);
  }

  private onLeave(event: Event): void {
    const box = event.target as HTMLInputElement;
    this.take(box);
    box.value = String(this.value);
    this.error = '';
  }

  /** Takes what stands in the box, or says why not. */
  private take(box: HTMLInputElement): void {
    clearTimeout(this.pause);
    const text = box.value.trim().replace('\u2212', '-').replace(',', '.');
    const value = Number(text);
    if (text === '' || Number.isNaN(value)) {
      this.error = `${this.label} must be a number but got "${box.value}".`;
    } else if (value > this.most) {
      this.error = `This figure shows ${this.label} up to ${this.most} but got ${value}.`;
    } else {
      this.error = '';
      this.commit(value);
    }
  }

  private commit(value: number): void {
    if (value === this.value) return;
    this.value = value;
    this.dispatchEvent(new CustomEvent('set', { detail: value }));
  }

  override render() {
    const { stops, value } = this;
    const nearest = stops
      ? stops.reduce(
          (best, stop, n) =>
            Math.abs(stop - value) < Math.abs((stops[best] ?? 0) - value) ? n : best,
          0,
        )
      : value;
    return html`<div class="row">
        <label for="box">${this.label}</label>
        <input
          type="range"
          aria-label="${this.label}, as a slider"
          aria-valuetext="${value} ${this.unit}"
          min=${stops ? 0 : this.min}
          max=${stops ? stops.length - 1 : this.max}
          step=${stops ? 1 : this.step}
          .value=${String(nearest)}
          @input=${this.onSlider}
        />
        <input
          id="box"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="error"
          aria-invalid=${this.error !== ''}
          .value=${String(value)}
          @input=${this.onTyping}
          @change=${(event: Event) => this.take(event.target as HTMLInputElement)}
          @blur=${this.onLeave}
        />
      </div>
      <p class="error" id="error" role="status">${this.error}</p>`;
  }
}

customElements.define('posenc-number', PosencNumber);
