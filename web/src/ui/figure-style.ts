import { css, type CSSResult, unsafeCSS } from 'lit';

/** Meanings of the dot beside a figure's caption: color tokens without their prefix. */
const tones = [
  'accent',
  'soft',
  'right',
  'wrong',
  'form',
  'sinusoidal',
  'learned',
  'rope',
  'alibi',
  't5',
] as const;
export type Tone = (typeof tones)[number];

/** The colors of `data-tone`: an attribute, because a still cannot have a style of its own. */
const toneStyle: CSSResult = css`
  ${unsafeCSS(
    tones.map((tone) => `[data-tone='${tone}']{--tone:var(--posenc-${tone})}`).join('\n'),
  )}
`;

/** Buttons, and what has the focus. */
export const buttonStyle = css`
  .button {
    font: 500 0.9rem var(--posenc-sans);
    padding: 0.5rem 0.95rem;
    border-radius: 7px;
    border: 1.5px solid var(--posenc-field);
    background: var(--posenc-sheet);
    color: var(--posenc-ink);
    cursor: pointer;
  }
  .button.main {
    background: var(--posenc-accent);
    border-color: var(--posenc-accent);
    color: var(--posenc-paper);
  }
  :focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
  }
`;

/** Options side by side, one of which is chosen: a fieldset of radio buttons. */
export const segmentsStyle = css`
  .segments {
    display: flex;
    margin: 0;
    padding: 0;
    min-width: 0;
    border: 1.5px solid var(--posenc-field);
    border-radius: 8px;
  }
  .segments legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .segments label {
    position: relative;
    display: flex;
    flex: 1 1 auto;
    align-items: center;
    min-width: 0;
    min-height: 2.5rem;
    justify-content: center;
    border-radius: 6px;
    text-align: center;
    cursor: pointer;
  }
  .segments label:has(:checked) {
    background: var(--segment, var(--posenc-accent));
    color: var(--posenc-paper);
    font-weight: 600;
  }
  .segments label:has(:focus-visible) {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
  }
  .segments input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  @media (forced-colors: active) {
    .segments input {
      position: static;
      width: auto;
      opacity: 1;
    }
  }
`;

export const figureStyle = css`
  ${buttonStyle}
  ${toneStyle}
  :host {
    display: block;
    margin: 2rem 0;
    color: var(--posenc-ink);
  }
  figure {
    container: card / inline-size;
    margin: 0;
    background: var(--posenc-sheet);
    border: 1px solid var(--posenc-line);
    border-radius: 10px;
    padding: 1.1rem 1.2rem 0.8rem;
    font: 0.85rem/1.45 var(--posenc-sans);
    break-inside: avoid;
  }
  figcaption {
    font: 600 0.95rem/1.35 var(--posenc-sans);
    margin: 0 0 0.15rem;
    text-wrap: balance;
  }
  /* What has just happened: a badge that keeps its line, so that nothing below it jumps. */
  figcaption[data-tone],
  .badge {
    display: flex;
    align-items: baseline;
    gap: 0.6rem;
    width: fit-content;
    margin: 0 0 0.4rem;
    padding: 0.35rem 1rem 0.35rem 0.75rem;
    border-radius: 1.3rem;
    background: color-mix(in srgb, var(--tone) 10%, transparent);
    font: 600 1.05rem/1.3 var(--posenc-sans);
  }
  figcaption[data-tone]::before,
  .badge::before {
    content: '';
    flex: none;
    width: 0.7rem;
    height: 0.7rem;
    border-radius: 50%;
    background: var(--tone);
  }
  /* As small as the window needs them (lesson/fit.ts). */
  [data-plot] {
    width: calc(100% * var(--picture, 1));
    margin-inline: auto;
    zoom: var(--picture, 1);
  }
  :is(#more, #how) {
    box-sizing: border-box;
    max-height: var(--fold, none);
    overflow-y: auto;
  }
  /* It keeps its line, too; where there is less room, two. */
  .sub {
    font-size: 0.95rem;
    line-height: 1.4;
    min-height: 2.8em;
    text-wrap: pretty;
    margin: 0 0 0.8rem;
  }
  /* Its picture and its main control only. */
  :host([bare]) :is(.sub, .foot, .menu, #more) {
    display: none;
  }
  .setting {
    grid-column: 1 / -1;
    margin: 0.3rem 0;
    color: var(--posenc-soft);
  }
  .controls {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(17.5rem, 100%), 1fr));
    gap: 0.4rem 1.6rem;
    margin: 0.5rem 0 0;
    align-items: center;
  }
  .controls.primary {
    container-type: inline-size;
    grid-template-columns: minmax(0, 1fr);
  }
  .primary :is(select, input[type='text']) {
    font-size: 0.95rem;
    padding-block: 0.5rem;
  }
  #more {
    padding-bottom: 0.5rem;
  }
  .presets {
    grid-column: 1 / -1;
    display: var(--posenc-presets, flex);
    flex-wrap: wrap;
    gap: 0.4rem;
  }
  .presets .button {
    font-size: 0.82rem;
  }
  .controls label {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2rem;
  }
  ${segmentsStyle}
  input[type='checkbox'] {
    width: 1.15rem;
    height: 1.15rem;
    margin: 0;
    accent-color: var(--posenc-accent);
  }
  .controls .switch {
    justify-self: start;
    gap: 0.6rem;
    min-height: 2.75rem;
    padding: 0 0.8rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 8px;
    cursor: pointer;
  }
  .switch input {
    appearance: none;
    flex: none;
    box-sizing: border-box;
    width: 2.4rem;
    height: 1.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 0.7rem;
    background: radial-gradient(
      circle at 0.65rem 50%,
      var(--posenc-field) 0.42rem,
      transparent 0.47rem
    );
    cursor: pointer;
  }
  .switch input:checked {
    border-color: var(--posenc-accent);
    background:
      radial-gradient(
        circle at calc(100% - 0.65rem) 50%,
        var(--posenc-sheet) 0.42rem,
        transparent 0.47rem
      ),
      var(--posenc-accent);
  }
  @media (forced-colors: active) {
    .switch input {
      appearance: auto;
      width: 1.15rem;
      height: 1.15rem;
    }
  }
  .controls input[type='text'] {
    box-sizing: border-box;
    font: 500 0.85rem var(--posenc-mono);
    width: 100%;
    min-width: 0;
    padding: 0.25rem 0.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  .controls select {
    font: 500 0.85rem var(--posenc-sans);
    min-width: 0;
    padding: 0.3rem 0.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  /* In a still it has not come yet. */
  still-number {
    display: block;
    min-height: 2.5rem;
  }
  /* As in number-control.ts: two lines where there is no room for one. */
  @container (max-width: 22.99rem) {
    still-number {
      min-height: 4.8rem;
    }
  }
  .controls input[aria-invalid='true'] {
    border-color: var(--posenc-wrong);
  }
  @media (pointer: coarse) {
    .controls input[type='text'] {
      font-size: 16px;
    }
  }
  :is(.foot, .menu) {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 1.1rem;
    font-size: 0.8rem;
  }
  .foot {
    border-top: 1px solid var(--posenc-line);
    padding-top: 0.3rem;
    margin-top: 0.7rem;
  }
  .foot button.fold {
    color: var(--posenc-soft);
    text-decoration: none;
    min-height: 2rem;
  }
  .foot .fold::before {
    content: '';
    display: inline-block;
    margin-right: 0.45em;
    border-left: 0.42em solid currentColor;
    border-block: 0.28em solid transparent;
    vertical-align: 0.08em;
  }
  .foot .fold[aria-expanded='true']::before {
    rotate: 90deg;
  }
  .foot .fold:hover {
    color: var(--posenc-ink);
  }
  :is(.foot, .menu) :is(button, a) {
    font: inherit;
    border: 0;
    background: none;
    padding: 0.25rem 0;
    color: var(--posenc-accent);
    text-decoration: underline;
    text-underline-offset: 0.18em;
    cursor: pointer;
  }
  [hidden],
  .status:empty {
    display: none;
  }
  .menu .status {
    padding: 0.25rem 0;
    color: var(--posenc-soft);
  }
  .how dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.35rem 0.9rem;
    margin: 0.5rem 0 0.3rem;
    font-size: 0.8rem;
  }
  .how dt {
    color: var(--posenc-soft);
  }
  .how dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .how code {
    font: 0.95em/1.5 var(--posenc-mono);
  }
  .how span {
    color: var(--posenc-soft);
  }
  .again {
    font-size: 0.85rem;
    padding: 0.4rem 0.8rem;
    margin-left: 0.6rem;
  }
  .error {
    color: var(--posenc-wrong);
    margin: 0.5rem 0 0;
  }
  .message {
    color: var(--posenc-form);
    margin: 0.5rem 0 0;
  }
  :is(.error, .message):empty {
    display: none;
  }
  /* As in the page (style/text.css): a shadow where there is more. */
  .sideways {
    --cover: linear-gradient(var(--posenc-sheet), var(--posenc-sheet));
    overflow-x: auto;
    background:
      var(--cover) 0 0 / 1.5rem 100% no-repeat local,
      var(--cover) 100% 0 / 1.5rem 100% no-repeat local,
      linear-gradient(to right, var(--posenc-edge), transparent) 0 0 / 1rem 100% no-repeat,
      linear-gradient(to left, var(--posenc-edge), transparent) 100% 0 / 1rem 100% no-repeat;
  }
  .data {
    max-height: min(18rem, var(--fold, 18rem));
    overflow: auto;
    container-type: inline-size;
    margin-top: 0.6rem;
    border: 1px solid var(--posenc-line);
    border-radius: 6px;
    /* A layer of its own: the page around it is not drawn together with thousands of cells. */
    will-change: transform;
  }
  .data table {
    border-collapse: collapse;
    font: 0.75rem/1.5 var(--posenc-mono);
    font-variant-numeric: tabular-nums;
    width: 100%;
  }
  .data caption {
    caption-side: top;
    text-align: left;
    padding: 0.4rem 0.6rem;
    font-family: var(--posenc-sans);
    color: var(--posenc-soft);
  }
  /* As wide as what is seen of the table, and in its place while the table is scrolled. */
  .data caption span {
    position: sticky;
    left: 0.6rem;
    display: inline-block;
    max-width: 70vw;
    max-width: calc(100cqi - 1.2rem);
  }
  .data :is(th, td) {
    padding: 0.1rem 0.6rem;
    text-align: right;
    white-space: nowrap;
  }
  .data .button {
    position: sticky;
    left: 0.6rem;
    margin: 0.5rem 0.6rem;
    font-size: 0.8rem;
  }
  .data thead th {
    position: sticky;
    top: 0;
    background: var(--posenc-sheet);
    border-bottom: 1px solid var(--posenc-line);
  }
  @media print {
    .controls,
    .data .button,
    .foot,
    .menu {
      display: none;
    }
  }
  /* A still cannot be worked. */
  @media (scripting: none) {
    .controls,
    .foot,
    .menu {
      display: none;
    }
  }
  @media (max-width: 30rem) {
    figure {
      padding-inline: 0.8rem;
    }
    figcaption[data-tone],
    .badge {
      gap: 0.5rem;
      padding-inline: 0.6rem 0.8rem;
      font-size: 0.88rem;
    }
  }
  @container card (min-width: 36rem) {
    .sub {
      min-height: 1.4em;
    }
  }
`;

/** Plots side by side, or below each other on a narrow page, each with a small heading. */
export const sideBySide = css`
  .both {
    display: grid;
    grid-template-columns: var(--columns, repeat(2, minmax(0, 1fr)));
    gap: 0.5rem 1.2rem;
  }
  .which {
    font: 500 0.82rem/1.4 var(--posenc-sans);
    margin: 0 0 0.3rem;
  }
  @media (max-width: 40rem) {
    .both {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
