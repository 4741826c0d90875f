import { css, unsafeCSS } from 'lit';
import { schemes } from './schemes.ts';

// As rules, because the page's policy forbids style attributes.
const colors = unsafeCSS(
  schemes.map(({ color }) => `.${color} { --color: var(--posenc-${color}); }`).join(' '),
);

/** Training's part of its style sheet, after that of all figures. */
export const trainingStyle = css`
  ${colors}
  :host {
    container: lab / inline-size;
  }
  @container lab (min-width: 52rem) {
    .work {
      display: grid;
      grid-template-columns: minmax(0, 4fr) minmax(0, 3fr);
      gap: 0 1.8rem;
      align-items: start;
    }
    .work > :is(#guesses, .plots) {
      margin-top: 0;
    }
    .work > #guesses ~ .plots {
      grid-column: 1 / -1;
      margin-top: 1rem;
    }
    .work > div:only-child {
      grid-column: 1 / -1;
    }
    .work.long {
      grid-template-columns: minmax(0, 1fr);
      row-gap: 0.9rem;
    }
    .runs {
      --map: 44px;
    }
    .asked b {
      font-size: 0.76rem;
      white-space: nowrap;
    }
    /* A result takes two lines. */
    .runs .state {
      min-height: 2.7em;
    }
  }
  .description {
    margin: 0.3rem 0 0;
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
  .mixes {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.8rem;
    align-items: center;
    margin-top: 0.4rem;
  }
  .mixes input {
    flex: 1 1 12rem;
    font-family: var(--posenc-mono);
  }
  .mixes input[aria-invalid='true'] {
    border-color: var(--posenc-wrong);
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
  details > posenc-line-plot {
    display: block;
    margin-top: 0.7rem;
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
  :is(details, #guesses) .plain {
    margin-top: 0.5rem;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.5rem;
    align-items: center;
    margin: 0.2rem 0 0.9rem;
  }
  .buttons .main {
    min-width: 6.6rem;
    padding-inline: 0.8rem;
  }
  .buttons .task {
    display: flex;
    gap: 0.5rem;
    align-items: center;
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
    flex-basis: 100%;
    min-height: 1.45em;
    color: var(--posenc-soft);
    font-variant-numeric: tabular-nums;
  }
  .runs {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .runs li,
  .asked {
    display: grid;
    grid-template: 'name answers maps' auto 'state answers maps' auto / 9.4rem minmax(0, 1fr) auto;
    gap: 0 0.9rem;
    align-items: center;
    font-size: 0.82rem;
    line-height: 1.35;
    font-variant-numeric: tabular-nums;
  }
  .runs li {
    position: relative;
    min-height: 2.3rem;
    padding: 0.25rem 0 0.5rem;
  }
  .asked {
    grid-template-areas: 'what answers maps';
    grid-template-rows: auto;
    padding-bottom: 0.2rem;
  }
  .asked .soft,
  .asked > :is(.what, .maps) {
    color: var(--posenc-soft);
  }
  .what {
    grid-area: what;
  }
  .what .soft::before {
    content: '· ';
  }
  @media (min-width: 36.01rem) {
    .what .soft {
      display: block;
    }
    .what .soft::before {
      content: none;
    }
  }
  .name {
    grid-area: name;
    display: flex;
    gap: 0.5rem;
    align-items: center;
    font-weight: 500;
  }
  .state {
    grid-area: state;
    color: var(--posenc-soft);
    font-size: 0.76rem;
  }
  .answers {
    grid-area: answers;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: 2px;
    text-align: center;
  }
  .long .answers {
    grid-auto-flow: row;
    grid-template-columns: repeat(8, minmax(0, 1fr));
  }
  @container lab (min-width: 52rem) {
    .long .answers {
      grid-template-columns: repeat(auto-fit, minmax(1.6rem, 1fr));
    }
  }
  .cell {
    padding: 0.22rem 0;
    border-radius: 4px;
    font-weight: 600;
  }
  .cell.right {
    background: color-mix(in srgb, var(--posenc-right) 24%, transparent);
    color: var(--posenc-ink);
  }
  .cell.wrong {
    background: color-mix(in srgb, var(--posenc-wrong) 9%, transparent);
    color: var(--posenc-wrong);
    font-weight: 400;
    text-decoration: line-through;
  }
  :is(.words, .signs) .cell.wrong {
    text-decoration: none;
  }
  .cell:is(.open, .unscored, .untrained) {
    color: var(--posenc-soft);
    font-weight: 400;
  }
  .cell.untrained {
    background: color-mix(in srgb, var(--posenc-ink) 6%, transparent);
  }
  .maps {
    grid-area: maps;
    display: flex;
    gap: 3px;
    min-width: calc(4 * var(--map, 34px) + 9px);
    min-height: var(--map, 34px);
  }
  .asked .maps {
    min-height: 0;
    align-self: end;
  }
  .asked select {
    display: none;
  }
  .maps svg {
    background: var(--posenc-paper);
    outline: 1px solid var(--posenc-line);
    fill: var(--color);
    shape-rendering: crispEdges;
    width: var(--map, 34px);
    height: var(--map, 34px);
  }
  .runs .broken {
    grid-area: 1 / 2 / 3 / 4;
    color: var(--posenc-wrong);
  }
  progress {
    appearance: none;
    position: absolute;
    inset: auto 0 0;
    width: 100%;
    height: 3px;
    border: 0;
    border-radius: 1rem;
    overflow: hidden;
    background: var(--posenc-line);
    color: var(--color);
  }
  progress::-webkit-progress-bar {
    background: var(--posenc-line);
  }
  progress::-webkit-progress-value {
    background: var(--color);
  }
  progress::-moz-progress-bar {
    background: var(--color);
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
  .multiples.pair {
    grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr));
    margin-top: 0.6rem;
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
    select,
    .mixes input {
      font-size: 16px;
    }
    .schemes label {
      min-height: 2.6rem;
    }
  }
  @media (max-width: 36rem) {
    .buttons .task {
      flex: 1 0 100%;
    }
    .buttons .button {
      padding-inline: 0.7rem;
    }
    .buttons .main {
      min-width: 6.3rem;
    }
    .asked b {
      font-size: 0.74rem;
      white-space: nowrap;
    }
    .schemes {
      grid-template-columns: repeat(2, auto);
      justify-content: space-between;
      column-gap: 0.7rem;
    }
    .runs li,
    .asked {
      --map: 5rem;
      grid-template:
        'name maps' auto 'state maps' auto 'answers maps' auto / minmax(0, 1fr)
        var(--map);
      gap: 0.1rem 0.7rem;
    }
    .asked {
      grid-template: 'what maps' auto 'answers maps' auto / minmax(0, 1fr) var(--map);
    }
    .maps {
      min-width: 0;
    }
    .asked .maps span,
    .runs .maps svg:not(.shown) {
      display: none;
    }
    .asked select {
      display: block;
      box-sizing: border-box;
      width: calc(100% + 0.7rem);
      margin-inline-start: -0.7rem;
      padding-inline: 0.2rem;
    }
    .runs .broken {
      grid-area: 2 / 1 / 3 / 3;
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
