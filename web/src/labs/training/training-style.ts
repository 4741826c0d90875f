import { css, unsafeCSS } from 'lit';
import { schemes } from './schemes.ts';

// As rules, because the page's policy forbids style attributes.
const colours = unsafeCSS(
  schemes.map(({ id }) => `.${id} { --colour: var(--posenc-${id}); }`).join(' '),
);

/** Training's part of its style sheet, after that of all figures. */
export const trainingStyle = css`
  ${colours}
  .task {
    display: grid;
    grid-template-columns: 5.8rem minmax(0, 1fr);
    gap: 0.2rem 0.6rem;
    align-items: center;
  }
  .description {
    grid-column: 2;
    margin: 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  fieldset {
    border: 0;
    margin: 0.9rem 0 0;
    padding: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    font-weight: 500;
  }
  .schemes {
    display: grid;
    grid-template-columns: repeat(4, auto);
    justify-content: space-between;
    gap: 0 0.6rem;
  }
  .schemes label {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2rem;
  }
  .swatch {
    flex: none;
  }
  .problem {
    color: var(--posenc-wrong);
    margin: 0.2rem 0 0;
  }
  .problem:empty {
    display: none;
  }
  details {
    margin: 0.7rem 0 0;
  }
  summary {
    cursor: pointer;
    padding: 0.3rem 0;
    width: fit-content;
    border-radius: 4px;
  }
  summary span {
    color: var(--posenc-soft);
  }
  details .controls {
    align-items: start;
  }
  details .plain {
    margin-top: 0.5rem;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.8rem;
    align-items: center;
    margin-top: 0.8rem;
  }
  .buttons .main {
    min-width: 6.2rem;
  }
  .buttons button[aria-disabled='true'] {
    color: var(--posenc-soft);
    border-color: var(--posenc-line);
    cursor: default;
  }
  .runs button,
  .plain {
    font-size: 0.8rem;
    padding: 0.25rem 0.6rem;
  }
  .whole {
    color: var(--posenc-soft);
    font-variant-numeric: tabular-nums;
  }
  .runs {
    list-style: none;
    margin: 0.9rem 0 0.2rem;
    padding: 0;
    font-size: 0.82rem;
    font-variant-numeric: tabular-nums;
  }
  .runs li {
    display: grid;
    grid-template-columns: 9.5rem minmax(3rem, 1fr) 15rem;
    gap: 0 0.8rem;
    align-items: center;
    min-height: 1.65rem;
  }
  .runs .name {
    display: flex;
    gap: 0.5rem;
    align-items: center;
  }
  .runs .state {
    color: var(--posenc-soft);
  }
  .runs .broken {
    grid-column: 2 / -1;
    color: var(--posenc-wrong);
  }
  progress {
    appearance: none;
    width: 100%;
    height: 0.4rem;
    border: 0;
    border-radius: 1rem;
    overflow: hidden;
    background: var(--posenc-line);
    color: var(--colour);
  }
  progress::-webkit-progress-bar {
    background: var(--posenc-line);
  }
  progress::-webkit-progress-value {
    background: var(--colour);
  }
  progress::-moz-progress-bar {
    background: var(--colour);
  }
  .plots {
    margin-top: 1rem;
  }
  .plots > posenc-line-plot + posenc-line-plot {
    margin-top: 0.7rem;
  }
  .which {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    font: 500 0.82rem/1.4 var(--posenc-sans);
    margin: 0.7rem 0 0.2rem;
  }
  .multiples {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(12.5rem, 47%), 1fr));
    gap: 0.4rem 1rem;
  }
  .multiples .which {
    margin-top: 0.2rem;
  }
  .note {
    margin: 0.4rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  @media (pointer: coarse) {
    select {
      font-size: 16px;
    }
    .schemes label {
      min-height: 2.6rem;
    }
  }
  @media (max-width: 36rem) {
    .task {
      grid-template-columns: minmax(0, 1fr);
    }
    .description {
      grid-column: 1;
    }
    .schemes {
      grid-template-columns: repeat(2, auto);
      justify-content: space-between;
      column-gap: 0.7rem;
    }
    .runs li {
      grid-template-columns: minmax(0, auto) minmax(0, 1fr);
      padding: 0.15rem 0 0.3rem;
    }
    .runs .state {
      text-align: right;
    }
    .runs progress {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .runs .broken {
      grid-column: 1 / -1;
    }
  }
  @media print {
    .settings,
    .buttons,
    #guesses,
    .runs button {
      display: none;
    }
  }
`;
