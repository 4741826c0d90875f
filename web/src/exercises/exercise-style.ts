import { css } from 'lit';
import { progressStyle } from '../ui/progress-style.ts';

/** Text. An answer that cannot be read is neither right nor wrong: it is neither green nor red. */
const text = css`
  :host {
    --unread: var(--posenc-soft);
  }
  form {
    font-family: var(--posenc-sans);
    color: var(--posenc-ink);
  }
  h3 {
    font: 600 1rem/1.3 var(--posenc-sans);
    margin: 0 0 0.5rem;
  }
  h3 small {
    font: 500 0.75rem/1.3 var(--posenc-sans);
    color: var(--posenc-soft);
    white-space: nowrap;
  }
  p {
    font-size: 0.92rem;
    line-height: 1.5;
    margin: 0 0 0.7rem;
    text-wrap: pretty;
  }
`;

/** The boxes, two in a row: so they are not squeezed in a narrow column, or in a browser without container queries. */
const boxes = css`
  .row {
    margin: 0.55rem 0;
  }
  .vector {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.6rem 0.5rem;
  }
  .name {
    grid-column: 1 / -1;
    font: 500 0.9rem/1.4 var(--posenc-mono);
  }
  .words {
    font-family: var(--posenc-sans);
  }
  .name small {
    display: block;
    font: 0.75rem/1.3 var(--posenc-sans);
    color: var(--posenc-soft);
  }
  .variant {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem 0.6rem;
    font-size: 0.85rem;
  }
  .variant select {
    width: auto;
    max-width: 100%;
    flex: 0 1 auto;
  }
  a {
    color: var(--posenc-accent);
  }
  .cell {
    position: relative;
    min-width: 0;
  }
  .vector label {
    display: block;
    font-size: 0.75rem;
    line-height: 1.4;
    margin-bottom: 0.2rem;
    color: var(--posenc-soft);
  }
  .line .name {
    display: block;
    margin-bottom: 0.3rem;
  }
  input,
  select,
  .printed {
    width: 100%;
    height: var(--box);
    font: 0.9rem var(--posenc-mono);
    font-variant-numeric: tabular-nums;
    padding: 0.3rem 0.5rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  select {
    font-family: var(--posenc-sans);
  }
  .printed {
    display: none;
    height: auto;
    min-height: var(--box);
    overflow-wrap: anywhere;
  }
  :is(input, select):disabled {
    opacity: 1;
  }
  .word {
    font-size: 0.75rem;
    line-height: 1.35;
    min-height: 1.35em;
    margin-top: 0.25rem;
    color: var(--posenc-soft);
    overflow-wrap: anywhere;
  }
  .word > * {
    display: block;
  }
  b {
    font-weight: 600;
  }
  .word b {
    font-weight: 500;
  }
  .right,
  .carried-forward {
    --look: var(--posenc-right);
  }
  .wrong {
    --look: var(--posenc-wrong);
  }
  .form {
    --look: var(--posenc-form);
  }
  .unreadable {
    --look: var(--unread);
  }
  .cell :is(input, select, .printed) {
    border-color: var(--look, var(--posenc-field));
  }
  .unreadable :is(input, select, .printed) {
    border-style: dashed;
  }
  .carried-forward :is(input, select, .printed) {
    border-style: double;
    border-width: 3px;
  }
  :is(.cell, .say p) b {
    color: var(--look, var(--posenc-ink));
  }

  .closing {
    border-left: 3px solid var(--posenc-right);
    padding: 0.1rem 0 0.1rem 0.8rem;
    font-size: 0.9rem;
    margin: 0.8rem 0 0;
  }
`;

/** The panel below a row. */
const panel = css`
  .say {
    display: grid;
    gap: 0.5rem;
    border-radius: 8px;
    padding: 0.7rem 0.9rem;
    margin: 0.5rem 0 1rem;
    background: color-mix(in srgb, var(--look, var(--posenc-ink)) 9%, transparent);
  }
  .say p {
    font-size: 0.9rem;
    margin: 0;
    border-radius: 4px;
    overflow-wrap: anywhere;
  }
  .say .hint b {
    color: var(--posenc-accent);
  }
  .say .past {
    color: var(--posenc-soft);
  }
  .say .past b {
    color: inherit;
  }
  .say button {
    justify-self: start;
  }
`;

/** Buttons and points. The points have room for two lines, as they may take. */
const controls = css`
  button.small {
    min-height: 0;
    padding: 0.15rem 0.6rem;
    font-size: 0.85rem;
  }
  .actions {
    margin-top: 1.1rem;
  }
  ${progressStyle}
  progress {
    --done: var(--posenc-right);
    display: block;
    width: 100%;
    margin: 1.1rem 0 0.6rem;
  }
  .points {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: start;
    gap: 0.3rem 0.7rem;
    font-size: 0.85rem;
    line-height: 1.5;
    min-height: 3rem;
  }
  .points p {
    font-size: inherit;
    margin: 0;
  }
  .notice,
  .error {
    font-size: 0.85rem;
    margin: 0.5rem 0 0;
  }
  .notice:empty {
    display: none;
  }
`;

/** On a slide: without the room that is kept for what is said later. */
const compact = css`
  :host([compact]) :is(.word, .points) {
    min-height: 0;
  }
  :host([compact]) p {
    margin-bottom: 0.4rem;
  }
  :host([compact]) progress {
    margin-block: 0.7rem 0.4rem;
  }
`;

/** The message that it is loading comes late: usually the core has answered before anyone could read it. */
const loading = css`
  .loading {
    visibility: hidden;
    animation: appear 0s 1s forwards;
  }
  @keyframes appear {
    to {
      visibility: visible;
    }
  }
`;

/**
 * A whole vector in a row, or four boxes of it. The labels of one vector are those of the vectors below, whose own are
 * only for screen readers; the name of a vector is lowered by the height of its labels.
 */
const wideCard = css`
  @container (min-width: 36rem) {
    .vector {
      grid-template-columns: 5.4rem repeat(4, minmax(0, 1fr));
    }
    .vector .name {
      grid-column: 1;
      align-self: start;
      line-height: var(--box);
    }
    .vector .cell:nth-of-type(4n + 1) {
      grid-column: 2;
    }
    .row:not(.headed) .vector label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .row.headed .vector .name {
      padding-top: calc(0.75rem * 1.4 + 0.2rem);
    }
    .points {
      min-height: 1.75rem;
    }
    .line {
      display: grid;
      grid-template-columns: 10.5rem minmax(0, 1fr);
      column-gap: 0.5rem;
    }
    .line .name {
      grid-column: auto;
      margin: 0;
      line-height: var(--box);
    }
    .line.stacked {
      grid-template-columns: minmax(0, 1fr);
    }
    .line.stacked .cell {
      grid-template-columns: minmax(0, 24rem) minmax(0, 1fr);
    }
    .line .cell {
      display: grid;
      grid-template-columns: minmax(0, 14rem) minmax(0, 1fr);
      gap: 0.7rem;
      align-items: center;
    }
    .line .word {
      margin: 0;
    }
  }
`;

/** On a phone, which zooms into boxes with letters below 16px. */
const touch = css`
  @media (pointer: coarse) {
    button.small {
      min-height: 2.2rem;
    }
    input,
    select {
      font-size: max(16px, 1rem);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    input,
    select {
      transition: border-color 0.15s;
    }
  }
`;

/** The worked solution, and the question before it. */
const solution = css`
  .ask {
    border: 1.5px solid var(--posenc-line);
    border-radius: 8px;
    padding: 0.7rem 0.9rem;
    margin: 0.8rem 0 0;
  }
  .ask p {
    margin: 0;
  }
  .solution {
    display: grid;
    gap: 0.3rem;
    border-top: 1px solid var(--posenc-line);
    margin: 1rem 0 0;
    font-size: 0.85rem;
    line-height: 1.5;
  }
  .solution h4 {
    font: 600 0.9rem/1.4 var(--posenc-sans);
    margin: 0.8rem 0 0.4rem;
  }
  .solution dl {
    display: grid;
    gap: 0.3rem;
    margin: 0;
  }
  .solution summary {
    cursor: pointer;
  }
  .solution dl > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0 0.8rem;
  }
  .solution dt {
    color: var(--posenc-soft);
  }
  .solution dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .solution dd code {
    font-family: var(--posenc-mono);
    font-size: 0.92em;
  }
  .solution dd b::before {
    content: '= ';
    font-weight: 400;
  }
  .solution dd b.choice::before {
    content: '→ ';
  }
  @container (min-width: 36rem) {
    .solution dl > div {
      grid-template-columns: 11rem minmax(0, 1fr);
    }
  }
`;

/** On paper, small enough for one page with all explanations. */
const paper = css`
  @media print {
    :host {
      --box: 1.5rem;
    }
    form,
    .row {
      break-inside: avoid;
    }
    form {
      padding-block: 0.6rem;
    }
    .row {
      margin: 0.25rem 0;
    }
    .vector {
      row-gap: 0.2rem;
    }
    .word {
      margin-top: 0.1rem;
    }
    .say {
      gap: 0;
      padding: 0.2rem 0.6rem;
      margin: 0.2rem 0 0.4rem;
      border: 1px solid var(--look, var(--posenc-line));
    }
    .say p {
      font-size: 0.75rem;
      line-height: 1.35;
    }
    .actions,
    .kept,
    .unchecked,
    .variant label,
    .say a,
    button,
    input,
    select,
    progress {
      display: none;
    }
    .printed {
      display: block;
      padding-block: 0.1rem;
    }
    /* What would be chosen is written on a line. */
    select + .printed {
      font-family: var(--posenc-sans);
      border-width: 0 0 1.5px;
      border-radius: 0;
    }
  }
`;

/** The styles of all exercises, in addition to those of their card. */
export const exerciseStyle = [
  text,
  boxes,
  panel,
  controls,
  solution,
  loading,
  wideCard,
  compact,
  touch,
  paper,
];
