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
  .results :is(th, td) {
    white-space: nowrap;
  }
  .results thead th {
    vertical-align: bottom;
  }
  .results :is(tbody th, th:first-child[rowspan]) {
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
    .results thead th {
      white-space: normal;
    }
    .results tbody th {
      padding-left: 0.45rem;
    }
  }
`;
