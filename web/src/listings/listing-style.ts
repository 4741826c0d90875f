import { css } from 'lit';

export const listingStyle = css`
  :host {
    display: block;
    margin: 1.25rem 0;
    font: 0.85rem/1.45 var(--posenc-sans);
    color: var(--posenc-ink);
  }
  .head {
    display: flex;
    align-items: center;
    gap: 0.4rem 0.7rem;
    min-height: 2.9rem;
  }
  .head > span {
    margin-inline-start: auto;
    color: var(--posenc-soft);
  }
  .button {
    flex: none;
    font-size: 0.85rem;
    padding: 0.35rem 0.8rem;
  }
  .button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  .error {
    color: var(--posenc-wrong);
  }
  table {
    min-width: min(100%, 27rem);
    border-collapse: collapse;
    margin: 0.9rem 0;
    font-variant-numeric: tabular-nums;
  }
  caption {
    text-align: start;
    padding-bottom: 0.3rem;
  }
  code,
  td {
    font-family: var(--posenc-mono);
    overflow-wrap: anywhere;
  }
  th,
  td {
    text-align: start;
    padding: 0.2rem 1.2rem 0.2rem 0;
    border-bottom: 1px solid var(--posenc-line);
    vertical-align: top;
  }
  th {
    font-weight: 600;
    color: var(--posenc-soft);
  }
  @media (pointer: coarse) {
    .head {
      min-height: 3.4rem;
    }
    .button {
      min-height: 2.75rem;
    }
  }
  @media print {
    .button,
    .head > span {
      display: none;
    }
  }
`;
