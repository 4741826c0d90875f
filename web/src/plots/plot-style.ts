import { css } from 'lit';

/** The look that all plots share. */
export const plotStyle = css`
  :host {
    display: block;
    position: relative;
    font-family: var(--sans);
    outline-offset: 4px;
  }
  .box {
    position: relative;
    touch-action: pan-y;
    border-radius: 4px;
    outline-offset: 3px;
  }
  .box:focus-visible {
    outline: 3px solid var(--accent);
  }
  svg {
    display: block;
    position: relative;
    overflow: visible;
    user-select: none;
  }
  canvas {
    position: absolute;
  }
  text {
    font: 12px var(--sans);
    fill: var(--soft);
    font-variant-numeric: tabular-nums;
  }
  text.name {
    fill: var(--ink);
  }
  text.series {
    fill: inherit;
    font-weight: 500;
  }
  .grid {
    stroke: var(--line);
    stroke-width: 1;
  }
  .zero {
    stroke: var(--field);
    stroke-width: 1;
  }
  .line {
    fill: none;
    stroke-width: 2;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .dashed {
    stroke-dasharray: 5 4;
  }
  .cursor {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .cursor.halo {
    stroke: var(--sheet);
    stroke-width: 4;
  }
  .reading {
    display: block;
    min-height: 2.8em;
    margin-top: 0.35rem;
    font: 0.8rem/1.4 var(--sans);
    color: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  .reading .how {
    color: var(--soft);
  }
`;
