import { css } from 'lit';
import { progressStyle } from './progress-style.ts';

/** A figure that trains something: its button and progress, and room for the result. */
export const trainStyle = css`
  ${progressStyle}
  .train {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.8rem;
    align-items: center;
    min-height: 2.4rem;
    margin: 0 0 0.9rem;
  }
  .train .main {
    flex: 1 1 100%;
  }
  .train button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .train .error {
    flex-basis: 100%;
    margin: 0;
  }
  progress {
    flex: 1 1 8rem;
    min-width: 6rem;
    max-width: 16rem;
  }
  .empty {
    display: flex;
    align-items: center;
    justify-content: center;
    box-sizing: border-box;
    margin: 0;
    padding: 1rem;
    border: 1.5px dashed var(--posenc-line);
    border-radius: 8px;
    color: var(--posenc-soft);
    text-align: center;
  }
  @media print, (scripting: none) {
    .train {
      display: none;
    }
  }
`;

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
