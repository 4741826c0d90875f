import { css } from 'lit';

/** What Lab 5 adds to the look of all figures. */
export const raiseBaseStyle = css`
  fieldset {
    margin: 0.9rem 0 0.8rem;
    padding: 0;
    border: 0;
    font-size: 0.88rem;
  }
  legend {
    padding: 0;
    margin-bottom: 0.2rem;
  }
  fieldset label {
    display: block;
    padding: 0.15rem 0;
  }
  .guessed {
    margin: 0 0 0.6rem;
    font-size: 0.88rem;
  }
  .results {
    width: 100%;
    border-collapse: collapse;
    margin: 0.4rem 0 0.8rem;
    font-size: 0.82rem;
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
  .results thead tr {
    border-bottom: 1px solid var(--posenc-line);
  }
  .results th:first-child {
    text-align: left;
  }
  .results .best :is(th, td) {
    font-weight: 600;
  }
  @media (max-width: 40rem) {
    .results :is(th, td) {
      padding-inline: 0.18rem;
    }
  }
`;
