import { css } from 'lit';

export const answerKeyStyle = css`
  h3 {
    font: 600 1.1rem/1.4 var(--posenc-sans);
    margin: 1.2rem 0 0.2rem;
  }
  .entry {
    border-top: 1px solid var(--posenc-line);
    margin-top: 1rem;
  }
  .entry h4 {
    font: 600 1rem/1.4 var(--posenc-sans);
    margin: 0.8rem 0 0.4rem;
    break-after: avoid;
  }
  table {
    border-collapse: collapse;
    font-size: 0.85rem;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.1rem 0.9rem 0.1rem 0;
    text-align: left;
    font-weight: 400;
    vertical-align: baseline;
  }
  th {
    color: var(--posenc-soft);
    min-width: 6.5rem;
  }
  .entry h4 small {
    font-weight: 400;
    color: var(--posenc-soft);
  }
  .entry ol {
    margin: 0;
    padding-left: 1.8rem;
    font-size: 0.88rem;
  }
  .entry li {
    margin-bottom: 0.35rem;
    break-inside: avoid;
  }
  .entry li b {
    display: block;
  }
  .entry pre {
    font: 0.8rem/1.5 var(--posenc-mono);
    margin: 0 0 0.7rem;
    padding: 0.6rem 0.8rem;
    border: 1px solid var(--posenc-line);
    border-radius: 6px;
    background: var(--posenc-paper);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  @media print {
    :host {
      margin: 0;
      font-size: 9pt;
    }
    form {
      border: 0;
      padding: 0;
    }
    .ask,
    .actions,
    .message {
      display: none;
    }
    tr {
      break-inside: avoid;
    }
    th {
      white-space: nowrap;
    }
    .entry ol {
      columns: 2;
    }
  }
`;

/** Leaves nothing of the page but the key on paper. */
export function onlyTheKey(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print {
    main > :not(:has(posenc-answer-key)),
    .slide:has(posenc-answer-key) > :not(posenc-answer-key) { display: none !important; }
  }`);
  return sheet;
}
