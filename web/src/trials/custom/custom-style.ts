import { css } from 'lit';

export const customStyle = css`
  :host {
    margin: 1.4rem 0;
  }
  :host {
    container: custom / inline-size;
  }
  .card {
    border-left-width: 1px;
  }
  .drawn {
    min-height: 21rem;
  }
  #show {
    margin-top: 0.6rem;
  }
  h2 {
    font: 600 0.95rem/1.4 var(--posenc-sans);
    margin: 1.1rem 0 0.4rem;
  }
  .formula {
    display: block;
  }
  /* On paper, instead of the box. */
  .written {
    display: none;
    margin: 0;
    overflow-wrap: anywhere;
  }
  textarea {
    box-sizing: border-box;
    display: block;
    width: 100%;
    min-height: 3.6rem;
    margin: 0.25rem 0 0;
    padding: 0.5rem 0.6rem;
    resize: vertical;
    font:
      0.95rem/1.45 ui-monospace,
      'DejaVu Sans Mono',
      monospace;
    overflow-wrap: anywhere;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  textarea[aria-invalid='true'] {
    border-color: var(--posenc-wrong);
  }
  .language {
    margin: 0.3rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .language code {
    white-space: nowrap;
  }
  .examples {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 0.5rem;
    margin: 0.6rem 0 0;
    align-items: baseline;
    font-size: 0.82rem;
  }
  .examples button {
    font: 0.82rem var(--posenc-sans);
    padding: 0.3rem 0.65rem;
    border: 1px solid var(--posenc-field);
    border-radius: 999px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
    cursor: pointer;
  }
  .examples button[aria-pressed='true'] {
    border-color: var(--posenc-accent);
    color: var(--posenc-accent);
  }
  .numbers {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
    gap: 0.4rem 1.6rem;
    margin: 0.7rem 0 0;
  }
  .earlier {
    margin: 0.6rem 0 0;
    color: var(--posenc-form);
    font-size: 0.82rem;
  }
  .earlier code,
  .of code {
    overflow-wrap: anywhere;
  }
  .of {
    margin: 1.1rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .invariants {
    list-style: none;
    margin: 0.4rem 0 0;
    padding: 0;
    display: grid;
    gap: 0.45rem;
  }
  .invariants li {
    display: grid;
    grid-template-columns: 8.2rem minmax(0, 1fr);
    gap: 0 0.7rem;
    align-items: baseline;
  }
  .invariants b {
    font-weight: 600;
    font-size: 0.82rem;
  }
  .holds b {
    color: var(--posenc-right);
  }
  .broken b {
    color: var(--posenc-wrong);
  }
  .pictures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    gap: 0 1.2rem;
  }
  .pictures > div {
    min-width: 0;
  }
  .share {
    display: block;
    width: 100%;
    max-width: 34rem;
    height: auto;
    border: 1px solid var(--posenc-line);
    border-radius: 8px;
  }
  .train {
    margin-top: 0.6rem;
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.9rem;
    align-items: center;
  }
  .train label {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    font-size: 0.82rem;
  }
  .train select {
    width: auto;
    max-width: 100%;
  }
  posenc-matrix-plot {
    margin-top: 0.9rem;
  }
  @media (pointer: coarse) {
    textarea {
      font-size: 16px;
    }
    .examples button {
      min-height: 2.4rem;
    }
  }
  @media (max-width: 30rem) {
    .invariants li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container custom (min-width: 52rem) {
    .bench {
      display: grid;
      grid-template: 'typed drawn' auto 'rest drawn' 1fr / minmax(0, 1fr) minmax(0, 1fr);
      gap: 0 1.8rem;
      align-items: start;
    }
    .typed {
      grid-area: typed;
    }
    .rest {
      grid-area: rest;
    }
    .drawn {
      grid-area: drawn;
    }
    .drawn div:first-child > h2 {
      margin-top: 0;
    }
    .invariants li {
      grid-template-columns: 6.8rem minmax(0, 1fr);
    }
  }
  @media print {
    :is(.formula, textarea, #show, .examples, .language, .numbers, .earlier, .invites),
    :is(.train, .progress, .to-share, .share, .of button) {
      display: none;
    }
    .written {
      display: block;
    }
    .drawn {
      min-height: 0;
    }
  }
`;
