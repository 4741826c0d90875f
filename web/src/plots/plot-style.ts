import { css } from 'lit';

/** The look that all plots share. */
export const plotStyle = css`
  :host {
    display: block;
    position: relative;
    font-family: var(--posenc-sans);
    outline-offset: 4px;
  }
  .box {
    position: relative;
    touch-action: pan-y pinch-zoom;
    border-radius: 4px;
    outline-offset: 3px;
  }
  .box:focus-visible {
    outline: 3px solid var(--posenc-accent);
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
  .still svg {
    width: 100%;
  }
  .still svg.square {
    height: auto;
  }
  .still image {
    image-rendering: pixelated;
  }
  .still.narrow {
    display: none;
  }
  @media (max-width: 34rem) {
    .still.narrow {
      display: block;
    }
    .still.wide {
      display: none;
    }
  }
  text {
    font: 12px var(--posenc-sans);
    fill: var(--posenc-soft);
    font-variant-numeric: tabular-nums;
  }
  text.name {
    fill: var(--posenc-ink);
  }
  text.on-dark {
    fill: #fff;
  }
  text.on-light {
    fill: #1d1c1a;
  }
  text.series {
    fill: inherit;
    font-weight: 500;
  }
  .grid {
    stroke: var(--posenc-line);
    stroke-width: 1;
  }
  .zero {
    stroke: var(--posenc-field);
    stroke-width: 1;
  }
  .band {
    opacity: 0.22;
  }
  .line {
    fill: none;
    stroke-width: 2;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .thin {
    stroke-width: 1.2;
  }
  .thick {
    stroke-width: 3;
  }
  .beneath {
    stroke-width: 8;
    opacity: 0.35;
  }
  .dashed {
    stroke-dasharray: 5 4;
  }
  .leader {
    stroke-width: 1;
    stroke-dasharray: 1 4;
  }
  .stretch {
    fill: var(--posenc-ink);
    opacity: 0.06;
  }
  .border {
    stroke: var(--posenc-soft);
    stroke-width: 1;
  }
  .hatch {
    fill: none;
    stroke: var(--posenc-line);
    stroke-width: 1.5;
  }
  .frame {
    fill: none;
    stroke: var(--posenc-field);
    stroke-width: 1;
  }
  .cursor {
    fill: none;
    stroke: var(--posenc-ink);
    stroke-width: 1.5;
  }
  .cursor.halo {
    stroke: var(--posenc-sheet);
    stroke-width: 4;
  }
  .summary {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .reading {
    display: block;
    min-height: 2.8em;
    margin-top: 0.35rem;
    font: 0.8rem/1.4 var(--posenc-sans);
    color: var(--posenc-ink);
    font-variant-numeric: tabular-nums;
  }
  :host([quiet]) .reading {
    min-height: 1.4em;
    margin-bottom: 0.5rem;
  }
  .reading .how {
    color: var(--posenc-soft);
  }
  @media (scripting: none) {
    .reading {
      display: none;
    }
  }
  @media print {
    .reading {
      display: none;
    }
  }
`;
