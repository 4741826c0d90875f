import { css, html, LitElement, svg, type TemplateResult } from 'lit';
import { plotStyle } from '../../plots/plot.ts';
import { drag, keyStep } from '../../ui/drag.ts';

/** A hand that turns with the length of the text. All angles are in turns, anticlockwise from the right. */
export interface TurnedHand {
  turn: number;
  /** Reached in training. */
  trained: number;
  /** Without a remedy; null if there is none. */
  ghost: number | null;
  /** Training reached this turn. */
  isKnown: boolean;
}

/** The hand was dragged: in radii of the dial, to the right and down, since the last such event. */
export interface DraggedBy {
  right: number;
  down: number;
}

const size = 240;
const center = 120;
const rim = 88;
const ringGap = 8;
const tipRadius = 9;
/** In turns: a narrower sector has no room for a word. */
const narrowest = 1 / 6;
/** A finger is less exact than a mouse. */
const graspRadius = 28;

const turned = (turns: number) => `rotate(${-360 * turns})`;

/** An arc around the center, from one angle to another. */
function arc(name: string, radius: number, from: number, to: number): TemplateResult {
  const length = Math.max(0, Math.min(1, to - from));
  return svg`<circle class=${name} r=${radius} fill="none" pathLength="1" stroke-dasharray="${length} 1"
    transform="${turned(from)} scale(1 -1)" />`;
}

/**
 * A dial with the part that training covered, and the hand that may leave it. The hand can be dragged (`dragged`,
 * detail: DraggedBy) and moved with the arrow keys (`stepped`, detail: steps).
 *
 * `hand`, `label`, `text` (the hand in words), `note` (below the dial) and the limits of the length that it stands for are properties.
 */
export class PosencTurnedHand extends LitElement {
  static override properties = {
    hand: { attribute: false },
    label: { type: String },
    text: { type: String },
    note: { type: String },
    length: { type: Number },
    least: { type: Number },
    most: { type: Number },
  };

  static override styles = [
    plotStyle,
    css`
      svg {
        width: 100%;
        max-width: 14rem;
        margin: auto;
      }
      .disk {
        fill: var(--posenc-paper);
        stroke: var(--posenc-field);
      }
      .known,
      .learned {
        stroke: var(--posenc-soft);
      }
      .known {
        opacity: 0.18;
      }
      .learned {
        stroke-width: 5;
      }
      .beyond {
        stroke: var(--posenc-wrong);
        stroke-width: 5;
      }
      .grasp {
        cursor: grab;
        touch-action: none;
        --hand: var(--posenc-rope);
      }
      .grasp.lost {
        --hand: var(--posenc-wrong);
      }
      .grasp:active {
        cursor: grabbing;
      }
      .grasp line {
        stroke: var(--hand);
        stroke-width: 4;
        stroke-linecap: round;
      }
      .tip,
      .axle {
        fill: var(--hand);
      }
      .tip {
        stroke: var(--posenc-sheet);
        stroke-width: 2;
      }
      .hit {
        fill: transparent;
      }
      .grip {
        border-radius: 50%;
      }
      .grip:focus-visible {
        outline: 3px solid var(--posenc-accent);
      }
      .ghost {
        stroke: var(--posenc-soft);
        stroke-width: 2;
        stroke-dasharray: 3 4;
      }
      text {
        font-size: 14px;
      }
      text.arc-name {
        fill: var(--posenc-ink);
        font-weight: 600;
        paint-order: stroke;
        stroke: var(--posenc-line);
        stroke-width: 3px;
        stroke-linejoin: round;
      }
      @media (max-width: 34rem) {
        text.note {
          font-size: 19px;
        }
        text.arc-name {
          font-size: 17px;
        }
      }
      @media print {
        svg {
          max-width: 13rem;
        }
      }
    `,
  ];

  declare hand: TurnedHand | null;
  declare label: string;
  declare text: string;
  /** Below the dial. */
  declare note: string;
  declare length: number;
  declare least: number;
  declare most: number;

  constructor() {
    super();
    this.hand = null;
    this.label = '';
    this.text = this.note = '';
    this.length = this.least = this.most = 0;
  }

  private onGrasp(event: PointerEvent): void {
    const box = this.renderRoot.querySelector('svg')?.getBoundingClientRect();
    if (!box) return;
    const radius = (rim / size) * box.width;
    let [lastAcross, lastDown] = [0, 0];
    drag(event, {
      move: (across, down) => {
        const detail: DraggedBy = {
          right: (across - lastAcross) / radius,
          down: (down - lastDown) / radius,
        };
        [lastAcross, lastDown] = [across, down];
        this.dispatchEvent(new CustomEvent('dragged', { detail }));
      },
    });
  }

  private onKey(event: KeyboardEvent): void {
    const detail = keyStep(event);
    if (detail !== null) this.dispatchEvent(new CustomEvent('stepped', { detail }));
  }

  /** The part of each turn that lies beyond training, on rings of their own. */
  private trail({ turn, trained, isKnown }: TurnedHand) {
    const turns = isKnown ? 0 : Math.ceil(turn);
    return Array.from({ length: turns }, (_, n) =>
      arc('beyond', rim + (n + 1) * ringGap, Math.max(n, trained), Math.min(n + 1, turn)),
    );
  }

  /** The name of the arc: within its sector, or below where that is narrow. */
  private arcName({ trained }: TurnedHand) {
    if (trained < narrowest) {
      return svg`<text class="arc-name" text-anchor="end" x=${rim - 6} y="20">trained</text>`;
    }
    const middle = 360 * Math.min(trained / 2, 1 / 8);
    return svg`<g transform="rotate(${-middle}) translate(${0.64 * rim}) rotate(${middle})">
      <text class="arc-name" text-anchor="middle" y="6">trained</text></g>`;
  }

  private ghost({ ghost }: TurnedHand) {
    if (ghost === null) return '';
    return svg`<line class="ghost" x2=${rim - 4} transform=${turned(ghost)} />`;
  }

  private grasp({ turn, isKnown }: TurnedHand) {
    return svg`<g class=${isKnown ? 'grasp' : 'grasp lost'} transform=${turned(turn)}>
      <line x2=${rim - 6} />
      <circle class="axle" r="4" />
      <g
        class="grip"
        role="slider"
        tabindex="0"
        aria-label="length of the text, set by the hand"
        aria-valuemin=${this.least}
        aria-valuemax=${this.most}
        aria-valuenow=${this.length}
        aria-valuetext=${this.text}
        @pointerdown=${this.onGrasp}
        @keydown=${this.onKey}
      >
        <circle class="hit" cx=${rim - 6} r=${graspRadius} />
        <circle class="tip" cx=${rim - 6} r=${tipRadius} />
      </g>
    </g>`;
  }

  override render() {
    const { hand } = this;
    return html`<svg viewBox="0 0 ${size} ${size + 16}" role="group" aria-label=${this.label}>
      <g transform="translate(${center} ${center})">
        <circle class="disk" r=${rim} />
        ${
          hand
            ? [
                svg`<g aria-hidden="true" stroke-width=${rim}>${arc('known', rim / 2, 0, hand.trained)}</g>`,
                svg`<g aria-hidden="true">${arc('learned', rim, 0, hand.trained)}${this.trail(hand)}
                  ${this.arcName(hand)}${this.ghost(hand)}</g>`,
                this.grasp(hand),
              ]
            : ''
        }
      </g>
      <text class="note" aria-hidden="true" x=${center} y=${size + 12} text-anchor="middle">
        ${this.note}
      </text>
    </svg>`;
  }
}

customElements.define('posenc-turned-hand', PosencTurnedHand);
