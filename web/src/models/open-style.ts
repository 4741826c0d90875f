import { css } from 'lit';

/** The panel where a model is chosen or a config is opened. */
export const openStyle = css`
  :host {
    margin: 0;
  }
  .panel {
    padding: 1.1rem 1.2rem 0.9rem;
    border: 1px solid var(--posenc-line);
    border-radius: 10px;
    background: var(--posenc-sheet);
    font: 0.9rem/1.45 var(--posenc-sans);
  }
  .ways {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.9rem 1.8rem;
    align-items: end;
  }
  .or {
    margin: 0 0 0.3rem;
    font-weight: 600;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
  }
  .button {
    box-sizing: border-box;
    min-height: 2.7rem;
  }
  .error {
    overflow-wrap: anywhere;
    padding: 0.5rem 0.8rem;
    border-left: 4px solid var(--posenc-wrong);
    border-radius: 0 6px 6px 0;
    background: color-mix(in srgb, var(--posenc-wrong) 8%, transparent);
  }
  .sizes {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
    gap: 0.6rem 1rem;
    align-items: end;
    margin: 0.8rem 0 0;
  }
  .sizes p {
    grid-column: 1 / -1;
    margin: 0;
  }
  .sizes input {
    box-sizing: border-box;
    display: block;
    width: 100%;
    min-height: 2.5rem;
    padding: 0.3rem 0.6rem;
    font: 0.9rem var(--posenc-mono);
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  .sizes .button {
    justify-self: start;
  }
  @media (pointer: coarse) {
    .sizes input {
      font-size: 16px;
    }
  }
  @media (max-width: 40rem) {
    .panel {
      padding-inline: 0.8rem;
    }
    .ways {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
