import { css } from 'lit';

/** The look that all figures share. */
export const figureStyle = css`
  :host {
    display: block;
    margin: 2rem 0;
  }
  figure {
    margin: 0;
    background: var(--sheet);
    border: 1px solid var(--line);
    border-radius: 10px;
    padding: 1.1rem 1.2rem 0.9rem;
    font-family: var(--sans);
  }
  figcaption {
    font: 600 0.95rem/1.35 var(--sans);
    margin: 0 0 0.15rem;
  }
  .sub {
    font-size: 0.82rem;
    color: var(--soft);
    margin: 0 0 0.8rem;
  }
  canvas {
    width: 100%;
    display: block;
    image-rendering: pixelated;
    border-radius: 3px;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 1.6rem;
    margin: 0.9rem 0 0;
    font-size: 0.85rem;
    align-items: center;
  }
  .controls label {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    min-height: 1.6rem;
  }
  input[type='range'] {
    accent-color: var(--accent);
    width: min(14rem, 40vw);
  }
  input[type='number'] {
    font: 500 0.85rem var(--mono);
    width: 5rem;
    padding: 0.25rem 0.4rem;
    border: 1.5px solid var(--field);
    border-radius: 6px;
    background: var(--paper);
    color: var(--ink);
  }
  input:focus-visible {
    outline: 3px solid color-mix(in srgb, var(--accent) 55%, transparent);
    outline-offset: 2px;
  }
  .error {
    color: var(--wrong);
    font-size: 0.85rem;
    margin: 0.6rem 0 0;
  }
`;
