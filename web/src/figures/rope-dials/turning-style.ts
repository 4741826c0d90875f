import { css } from 'lit';

export const turningStyle = css`
  :is(.q, .grip.q) {
    --own: var(--posenc-accent);
  }
  :is(.k, .grip.k) {
    --own: var(--posenc-form);
  }
  .face {
    fill: var(--posenc-paper);
    stroke: var(--posenc-field);
    stroke-width: 1;
    cursor: ew-resize;
    touch-action: pan-y;
  }
  .face.read {
    stroke: var(--posenc-ink);
    stroke-width: 2;
  }
  .ticks {
    fill: none;
    stroke: var(--posenc-line);
    stroke-width: 7;
    pointer-events: none;
  }
  .hand {
    stroke: var(--own);
    stroke-width: 4;
    pointer-events: none;
  }
  .tip {
    fill: var(--posenc-sheet);
    stroke: var(--own);
    stroke-width: 3;
    cursor: ew-resize;
    touch-action: pan-y;
  }
  .letter {
    fill: var(--own);
    font: italic 600 15px var(--posenc-serif);
    pointer-events: none;
  }
  .grip .letter {
    font-size: 19px;
  }
  .hub {
    fill: var(--posenc-soft);
    pointer-events: none;
  }
  .sector {
    fill: color-mix(in srgb, var(--posenc-rope) 26%, transparent);
    stroke: var(--posenc-rope);
    stroke-width: 2.5;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .angle,
  .score {
    fill: var(--posenc-rope);
    font-weight: 600;
    paint-order: stroke;
    stroke: var(--posenc-sheet);
    stroke-width: 4;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .angle {
    font-size: 1.1rem;
  }
  /* A plate that covers the axis and the curve behind it. */
  .score {
    stroke-width: 8;
  }
  .grid {
    stroke: var(--posenc-line);
    stroke-width: 1;
  }
  .ghost {
    fill: none;
    stroke: var(--posenc-soft);
    stroke-width: 1.6;
    stroke-dasharray: 2 4;
    pointer-events: none;
  }
  .faint {
    stroke: var(--posenc-rope);
    opacity: 0.4;
  }
  .bold {
    stroke: var(--posenc-rope);
    stroke-width: 4.5;
  }
  .now {
    fill: var(--posenc-rope);
    stroke: var(--posenc-sheet);
    stroke-width: 2;
  }
  .plumb {
    stroke: var(--posenc-soft);
    stroke-width: 1;
    stroke-dasharray: 2 3;
  }
  .track {
    stroke: var(--posenc-line);
    stroke-width: 7;
    stroke-linecap: round;
  }
  .rod {
    stroke: var(--posenc-rope);
    stroke-width: 14;
    cursor: ew-resize;
    touch-action: pan-y;
  }
  .rod.loose {
    stroke-width: 4;
    stroke-dasharray: 4 7;
  }
  .gap {
    fill: var(--posenc-rope);
    font-weight: 600;
    pointer-events: none;
  }
  .grip {
    cursor: ew-resize;
    touch-action: pan-y;
    border-radius: 50%;
  }
  .grip:focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: -1px;
  }
  .room {
    fill: transparent;
  }
  .stem {
    stroke: var(--own);
    stroke-width: 4;
  }
  .knob {
    fill: var(--posenc-sheet);
    stroke: var(--own);
    stroke-width: 4;
  }
`;
