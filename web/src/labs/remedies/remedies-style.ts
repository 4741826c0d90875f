import { css } from 'lit';

/** What the figure of remedies adds to the look of all figures. */
export const remediesStyle = css`
  .hint {
    font-size: 0.78rem;
    color: var(--posenc-soft);
  }
  .empty {
    height: 290px;
  }
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
    white-space: nowrap;
  }
  .results th[scope='colgroup'] {
    text-align: right;
  }
  .results thead th {
    color: var(--posenc-soft);
    font-size: 0.75rem;
    vertical-align: bottom;
  }
  .results thead tr:last-child {
    border-bottom: 1px solid var(--posenc-line);
  }
  .results :is(tbody th, th:first-child[rowspan]) {
    text-align: left;
    white-space: normal;
  }
  .results tbody tr {
    cursor: pointer;
  }
  .results .chosen {
    background: color-mix(in srgb, var(--posenc-rope) 12%, transparent);
  }
  .results .chosen th {
    font-weight: 600;
    box-shadow: inset 3px 0 var(--posenc-rope);
  }
  @media (max-width: 40rem) {
    .empty {
      height: 4rem;
    }
    .results {
      font-size: 0.72rem;
    }
    .results :is(th, td) {
      padding-inline: 0.18rem;
    }
    .results thead th {
      white-space: normal;
    }
    .results tbody th {
      padding-left: 0.45rem;
    }
  }
`;
