import { css } from 'lit';

/** A table of what a lab has measured: a name for each row, then numbers. */
export const resultsStyle = css`
  .results {
    width: 100%;
    border-collapse: collapse;
    margin: 0.4rem 0 0.8rem;
    font-size: 0.8rem;
    font-variant-numeric: tabular-nums;
  }
  .results caption {
    text-align: left;
    font-size: 0.78rem;
    color: var(--posenc-soft);
    padding-bottom: 0.3rem;
  }
  .results :is(th, td) {
    padding: 0.22rem 0.5rem;
    font-weight: 400;
    text-align: right;
  }
  .results thead th {
    color: var(--posenc-soft);
    font-size: 0.75rem;
  }
  .results thead tr:last-child {
    border-bottom: 1px solid var(--posenc-line);
  }
  .results :is(tbody th, thead tr:first-child th:first-child) {
    text-align: left;
  }
  @media (max-width: 40rem) {
    .results :is(th, td) {
      padding-inline: 0.18rem;
    }
  }
`;
