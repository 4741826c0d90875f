import { css } from 'lit';

export const modelsStyle = css`
  :host {
    margin: 0;
    overflow-wrap: anywhere;
  }
  :host(posenc-models) {
    margin: 1.4rem 0;
    container: models / inline-size;
  }
  /* As high as it will be, so that the text below does not move. */
  [aria-busy='true'] {
    min-height: 150rem;
  }
  /* Not that of the text as it is now. */
  .stale {
    opacity: 0.35;
  }
  .card {
    margin: 1rem 0 0;
    padding: 1.1rem 1.2rem;
    border: 1px solid var(--posenc-line);
    border-radius: 10px;
    background: var(--posenc-sheet);
    font: 0.9rem/1.5 var(--posenc-sans);
  }
  h2 {
    font: 500 1.45rem/1.25 var(--posenc-serif);
    margin: 0 0 0.2rem;
    scroll-margin-top: 5rem;
  }
  h3 {
    font: 600 0.95rem/1.4 var(--posenc-sans);
    margin: 0 0 0.5rem;
  }
  h3:not(:first-child) {
    margin-top: 1.3rem;
  }
  p {
    margin: 0 0 0.6rem;
  }
  a {
    color: var(--posenc-accent);
    text-underline-offset: 0.18em;
  }
  code {
    font: 0.92em var(--posenc-mono);
  }
  .source {
    font-size: 0.82rem;
    color: var(--posenc-soft);
    overflow-wrap: anywhere;
  }
  .source summary {
    cursor: pointer;
  }
  .badge {
    margin-top: 0.6rem;
  }
  .sub b,
  .sub .strong {
    color: var(--posenc-ink);
    font-weight: 600;
  }
  .legend {
    list-style: none;
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 1.2rem;
    margin: 0.3rem 0 0;
    padding: 0;
    font-size: 0.82rem;
  }
  .legend svg {
    width: 0.9rem;
    height: 0.9rem;
    margin-right: 0.35rem;
    vertical-align: -0.12rem;
    overflow: visible;
  }
  .rows {
    display: flex;
    align-items: end;
    gap: 0.25rem;
    max-width: 36rem;
    margin: 0.8rem 0;
  }
  .rows span {
    flex: 1 1 0;
    min-width: 0;
    text-align: center;
    font-size: 0.82rem;
  }
  .rows span::after {
    content: '';
    display: block;
    box-sizing: border-box;
    height: 2.2rem;
    border: 2px solid var(--posenc-learned);
    border-radius: 3px;
    background: var(--posenc-learned);
  }
  .rows .missing::after {
    content: '✕';
    border: 2px dashed var(--posenc-wrong);
    background: none;
    color: var(--posenc-wrong);
    line-height: 2rem;
  }
  .sets {
    max-width: 28rem;
    margin: 0.7rem 0;
    font-size: 0.85rem;
  }
  .sets label {
    position: relative;
    flex: 1 1 0;
    display: flex;
    justify-content: center;
    align-items: center;
    min-height: 2.4rem;
    padding: 0 0.5rem;
    border-radius: 6px;
    text-align: center;
    cursor: pointer;
  }
  .facts {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .facts :is(th, td) {
    padding: 0.35rem 1rem 0.35rem 0;
    text-align: left;
    vertical-align: baseline;
    font-weight: 400;
    border-bottom: 1px solid var(--posenc-line);
  }
  .facts tr:last-child :is(th, td) {
    border-bottom: 0;
  }
  .facts th {
    width: 9.5rem;
    color: var(--posenc-soft);
    overflow-wrap: normal;
  }
  .facts small {
    display: block;
    font-size: 0.8rem;
    color: var(--posenc-soft);
  }
  .sideways .facts {
    min-width: 26rem;
  }
  .sideways .facts :is(th, td) {
    width: auto;
  }
  table.engines {
    margin-bottom: 0.8rem;
  }
  .sideways .engines {
    min-width: 39rem;
    font-size: 0.82rem;
  }
  .engines :is(th, td) {
    padding-right: 0.7rem;
    overflow-wrap: normal;
  }
  .engines thead :is(th, td) {
    vertical-align: bottom;
    color: var(--posenc-ink);
  }
  /* Names of rows stay while engines are moved sideways. */
  .engines th[scope='row'] {
    position: sticky;
    left: 0;
    background: var(--posenc-sheet);
  }
  .bullets {
    margin: 0 0 0.8rem;
    padding-left: 1.2rem;
  }
  .flags {
    list-style: none;
    display: grid;
    gap: 0.7rem;
    margin: 0 0 0.6rem;
    padding: 0;
  }
  .flags li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.2rem 0.8rem;
    align-items: center;
  }
  .flags b {
    grid-column: 1 / -1;
  }
  .flags pre {
    margin: 0;
  }
  details {
    margin-top: 0.8rem;
  }
  summary {
    cursor: pointer;
  }
  .notes {
    list-style: none;
    display: grid;
    gap: 0.7rem;
    margin: 0;
    padding: 0;
  }
  .notes li {
    padding: 0.6rem 0.9rem;
    border-left: 4px solid var(--posenc-form);
    border-radius: 0 8px 8px 0;
    background: color-mix(in srgb, var(--posenc-form) 7%, transparent);
  }
  .notes p {
    margin: 0;
  }
  .notes .engines {
    font-weight: 600;
  }
  .notes .code {
    font: 600 0.82rem/1.5 var(--posenc-mono);
    color: var(--posenc-form);
  }
  .met {
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .good {
    margin: 0;
  }
  .good + .notes {
    margin-top: 0.8rem;
  }
  .good b {
    color: var(--posenc-right);
  }
  pre {
    margin: 0.6rem 0 0;
    max-height: 16rem;
    overflow: auto;
    padding: 0.7rem 0.9rem;
    border: 1px solid var(--posenc-line);
    border-radius: 8px;
    background: var(--posenc-paper);
    font: 0.8rem/1.55 var(--posenc-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.7rem;
    align-items: center;
    margin: 0.7rem 0 0;
  }
  .row:first-child {
    margin-top: 0;
  }
  .row .button {
    font-size: 0.85rem;
    padding: 0.4rem 0.8rem;
  }
  .row select {
    width: auto;
  }
  .row .status {
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .button[aria-pressed='true'] {
    border-color: var(--posenc-accent);
    background: var(--posenc-accent);
    color: var(--posenc-paper);
  }
  .strip {
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
    align-items: end;
    margin: 0.3rem 0 0.5rem;
  }
  .layer {
    forced-color-adjust: none;
    box-sizing: border-box;
    width: 0.8rem;
    height: 1.5rem;
    border: 2px solid var(--posenc-rope);
    border-radius: 2px;
  }
  .layer.rotates {
    background: var(--posenc-rope);
  }
  .layer.plain {
    border-color: var(--posenc-field);
    background: var(--posenc-field);
  }
  .layer.sliding {
    height: 0.8rem;
  }
  .layer.other {
    height: 0.3rem;
    border-color: var(--posenc-field);
    background: none;
  }
  .pair {
    --tone: var(--posenc-field);
    display: inline-block;
    box-sizing: border-box;
    width: 0.42rem;
    height: 1.2rem;
    border-radius: 2px;
    background: var(--tone);
    forced-color-adjust: none;
  }
  .pair[data-axis='0'] {
    --tone: var(--posenc-sinusoidal);
  }
  .pair[data-axis='1'] {
    --tone: var(--posenc-learned);
    height: 0.9rem;
  }
  .pair[data-axis='2'] {
    --tone: var(--posenc-rope);
    height: 0.6rem;
  }
  .facts .pair {
    margin-right: 0.5rem;
    vertical-align: baseline;
  }
  .legend .layer {
    display: inline-block;
    margin-right: 0.4rem;
  }
  .others {
    display: grid;
    gap: 0.9rem;
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .others li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.2rem 1rem;
    align-items: center;
  }
  .others p {
    margin: 0;
  }
  .others .button {
    font-size: 0.82rem;
    padding: 0.35rem 0.7rem;
  }
  .two {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem 2rem;
  }
  .chips {
    list-style: none;
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    margin: 0 0 0.7rem;
    padding: 0;
  }
  .chips li {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    padding: 0.1rem 0.2rem 0.1rem 0.8rem;
    border: 1px solid var(--posenc-line);
    border-radius: 999px;
  }
  .chips li.first {
    padding-right: 0.25rem;
    min-height: 2rem;
  }
  .chips .button {
    padding: 0.2rem 0.7rem;
    border-radius: 999px;
    font-size: 0.82rem;
  }
  .chips .remove {
    width: 2rem;
    height: 2rem;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--posenc-ink);
    font: 1rem var(--posenc-sans);
    cursor: pointer;
  }
  posenc-line-plot {
    margin-top: 0.6rem;
  }
  @container models (min-width: 48rem) {
    .two {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @media (max-width: 34rem) {
    .card {
      padding-inline: 0.8rem;
    }
    .facts :is(th, td) {
      padding-right: 0.5rem;
    }
    .facts th {
      width: 7.5rem;
    }
    .others li {
      grid-template-columns: minmax(0, 1fr);
      justify-items: start;
    }
  }
  @media print {
    .row,
    .others .button,
    .flags .button {
      display: none;
    }
  }
`;
