import { css } from 'lit';

/** Of a picture in CSS pixels, with its axes; the same for all, so that a slider below does not move away. */
export const pictureHeight = 220;

export const exhibitStyle = css`
  :host {
    container: exhibit / inline-size;
  }
  .action {
    min-height: 20rem;
  }
  .search {
    margin-top: 1.2rem;
  }
  @container exhibit (min-width: 52rem) {
    .piece {
      display: grid;
      grid-template: 'action search' auto 'action table' 1fr / minmax(0, 1fr) minmax(0, 1fr);
      gap: 0 1.8rem;
      align-items: start;
    }
    .search {
      grid-area: search;
      margin-top: 0;
    }
    .action {
      grid-area: action;
    }
    .piece > :is(table, .invitation) {
      grid-area: table;
      margin-top: 0.8rem;
    }
  }
  figcaption {
    font-size: 0.95rem;
    text-wrap: pretty;
    margin-bottom: 0.7rem;
  }
  h3 {
    font: 600 0.85rem/1.4 var(--posenc-sans);
    margin: 1.2rem 0 0.4rem;
  }
  p {
    margin: 0.5rem 0;
  }
  .task {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.8rem;
    align-items: baseline;
    margin: 0 0 0.4rem;
  }
  .task h3 {
    margin: 0;
  }
  .seen a {
    color: var(--posenc-accent);
  }
  ul.seen {
    margin: 0;
    padding-left: 1.2rem;
  }
  .soft {
    color: var(--posenc-soft);
  }
  ol {
    list-style: none;
    margin: 0;
    padding: 0.4rem 0;
    border: 1px solid var(--posenc-line);
    border-radius: 8px;
    background: var(--posenc-paper);
    font: 0.8rem/1.5 var(--posenc-mono);
  }
  .line {
    display: grid;
    grid-template-columns: 1.6rem 0.9rem minmax(0, 1fr);
    gap: 0.4rem;
    box-sizing: border-box;
    width: 100%;
    min-height: 1.5em;
    margin: 0;
    padding: 0.1rem 0.6rem;
    border: 0;
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: left;
  }
  button.line {
    cursor: pointer;
  }
  button.line:hover {
    background: color-mix(in srgb, var(--posenc-accent) 10%, transparent);
  }
  button.line:focus-visible {
    outline-offset: -2px;
  }
  .number {
    color: var(--posenc-soft);
    text-align: right;
    font-variant-numeric: tabular-nums;
    user-select: none;
  }
  .sign {
    font-weight: 700;
    user-select: none;
  }
  code {
    font: inherit;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .tried > .line {
    background: color-mix(in srgb, var(--posenc-ink) 5%, transparent);
  }
  .why {
    font: 0.82rem/1.45 var(--posenc-sans);
    margin: 0;
    padding: 0.15rem 0.7rem 0.45rem 3.7rem;
    background: color-mix(in srgb, var(--posenc-ink) 5%, transparent);
  }
  .removed {
    --look: var(--posenc-wrong);
  }
  .added {
    --look: var(--posenc-right);
  }
  :is(.removed, .added) > .line {
    background: color-mix(in srgb, var(--look) 12%, transparent);
  }
  :is(.removed, .added) .sign {
    color: var(--look);
  }
  .because {
    border-left: 3px solid var(--posenc-right);
    border-radius: 0 4px 4px 0;
    padding: 0.1rem 0 0.1rem 0.8rem;
    margin: 0.8rem 0 0;
    font-size: 0.9rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.8rem;
    align-items: center;
    margin: 0.6rem 0 0;
  }
  .actions .button {
    font-size: 0.82rem;
    padding: 0.35rem 0.8rem;
  }
  .controls .control {
    display: grid;
    grid-template-columns: 7.5rem minmax(0, 1fr) minmax(3rem, auto);
  }
  .control output {
    font: 500 0.85rem var(--posenc-mono);
    text-align: right;
  }
  .both {
    margin-top: 0.8rem;
  }
  .nothing {
    display: flex;
    align-items: center;
    box-sizing: border-box;
    margin: 0;
    padding: 1rem;
    border: 1.5px dashed var(--posenc-wrong);
    border-radius: 8px;
    min-height: ${pictureHeight}px;
  }
  .said {
    font-size: 0.9rem;
    min-height: 2.8em;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.82rem;
    font-variant-numeric: tabular-nums;
    table-layout: fixed;
  }
  caption {
    text-align: left;
    color: var(--posenc-soft);
    padding-bottom: 0.3rem;
  }
  th,
  td {
    text-align: left;
    font-weight: 400;
    padding: 0.2rem 0.5rem 0.2rem 0;
    vertical-align: top;
  }
  thead th {
    color: var(--posenc-soft);
    font-size: 0.78rem;
    border-bottom: 1px solid var(--posenc-line);
  }
  th[scope='rowgroup'] {
    font-weight: 500;
    padding-top: 0.5rem;
  }
  tbody + tbody tr:first-child th {
    border-top: 1px solid var(--posenc-line);
  }
  td b {
    display: block;
    font-weight: 600;
  }
  .holds b {
    color: var(--posenc-right);
  }
  .breaks b {
    color: var(--posenc-wrong);
  }
  @media (pointer: coarse) {
    button.line {
      padding-block: 0.35rem;
    }
  }
  @media (max-width: 30rem) {
    .line {
      grid-template-columns: 1.3rem 0.7rem minmax(0, 1fr);
      padding-inline: 0.3rem;
      gap: 0.3rem;
      font-size: 0.74rem;
    }
    .why {
      padding-left: 2.9rem;
    }
    .controls .control {
      grid-template-columns: 6.4rem minmax(0, 1fr) minmax(3rem, auto);
    }
  }
  @media print {
    #keys,
    .actions {
      display: none;
    }
  }
`;
