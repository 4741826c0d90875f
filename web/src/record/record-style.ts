import { css } from 'lit';

/** The record: a table, which becomes a list where there is little room, and one page on paper. */
export const recordStyle = css`
  .who {
    display: none;
  }
  .fields {
    display: grid;
    gap: 0.6rem;
    margin-bottom: 0.9rem;
  }
  .over {
    outline: 3px dashed var(--posenc-accent);
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-variant-numeric: tabular-nums;
  }
  tr,
  th,
  td {
    display: block;
    text-align: left;
    font-weight: 400;
  }
  thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  tbody {
    display: block;
    border-top: 1px solid var(--posenc-line);
    padding: 0.5rem 0;
  }
  td[data-label]::before {
    content: attr(data-label) ' ';
    color: var(--posenc-soft);
  }
  tbody th {
    font-weight: 600;
  }
  td {
    overflow-wrap: anywhere;
  }
  .verdicts {
    font-size: 0.85rem;
    color: var(--posenc-soft);
  }
  .verdicts > span {
    margin-right: 0.4rem;
  }
  .verdicts :is(.wrong, .form, .unreadable) {
    color: var(--posenc-ink);
  }
  .differs {
    color: var(--posenc-form);
  }
  @container (min-width: 36rem) {
    .fields {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: end;
    }
    tr {
      display: table-row;
    }
    th,
    td {
      display: table-cell;
      padding: 0.35rem 0.8rem 0.35rem 0;
      vertical-align: baseline;
      border-top: 1px solid var(--posenc-line);
    }
    thead {
      position: static;
      width: auto;
      height: auto;
      clip-path: none;
    }
    thead th {
      border: 0;
      color: var(--posenc-soft);
      font-size: 0.85rem;
      white-space: nowrap;
    }
    td[data-label]::before {
      content: none;
    }
    tbody {
      display: table-row-group;
    }
    td.number {
      white-space: nowrap;
    }
    td.verdicts {
      border: 0;
      padding: 0 0 0.6rem;
    }
  }
  @media print {
    :host {
      margin: 0;
      font-size: 9.5pt;
    }
    section {
      border: 0;
      padding: 0;
    }
    .fields,
    .actions,
    .screen {
      display: none;
    }
    .who {
      display: block;
      font-size: 12pt;
    }
    tbody {
      break-inside: avoid;
    }
  }
`;
