import { css } from 'lit';

export const samplesStyle = css`
  :host {
    margin: 1.2rem 0 0;
    container: samples / inline-size;
    font: 0.85rem/1.45 var(--posenc-sans);
  }
  .which {
    margin: 0 0 0.3rem;
    font-weight: 600;
  }
  .controls {
    align-items: start;
  }
  .ask {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.8rem;
    align-items: center;
  }
  .ask .prompt {
    flex: 1 1 16rem;
  }
  .seen {
    margin: 0.4rem 0 0;
    color: var(--posenc-form);
  }
  .samples {
    list-style: none;
    margin: 0.8rem 0 0;
    padding: 0;
  }
  .samples li {
    display: grid;
    grid-template: 'name text' auto 'step text' 1fr / 9.4rem minmax(0, 1fr);
    gap: 0 0.9rem;
    padding: 0.5rem 0;
    border-top: 1px solid var(--posenc-line);
  }
  .name {
    font-weight: 600;
  }
  .step {
    grid-area: step;
    color: var(--posenc-soft);
    font-size: 0.8rem;
    font-variant-numeric: tabular-nums;
  }
  li > p {
    grid-area: text;
    margin: 0;
    min-height: 4.2em;
  }
  .sample {
    font: 0.82rem/1.4 var(--posenc-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .sample b {
    color: var(--posenc-accent);
  }
  .old .sample {
    color: var(--posenc-soft);
  }
  .empty {
    color: var(--posenc-soft);
  }
  @container samples (max-width: 34rem) {
    .samples li {
      grid-template: 'name step' auto 'text text' auto / minmax(0, 1fr) auto;
      align-items: baseline;
    }
  }
`;
