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
  .file {
    position: relative;
    display: inline-flex;
    align-items: center;
    overflow: hidden;
  }
  .file input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
    font-size: 0;
  }
  .file:has(:focus-visible) {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
  }
  .private {
    margin: 0.7rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .paste {
    display: block;
    margin: 0.8rem 0 0;
  }
  textarea {
    box-sizing: border-box;
    display: block;
    width: 100%;
    margin: 0.25rem 0 0;
    padding: 0.5rem 0.6rem;
    font: 0.85rem/1.45 var(--posenc-mono);
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
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
  .drop {
    position: fixed;
    z-index: 10;
    inset: 0;
    display: grid;
    place-items: center;
    pointer-events: none;
    background: color-mix(in srgb, var(--posenc-paper) 82%, transparent);
    border: 4px dashed var(--posenc-accent);
    font: 600 1.4rem var(--posenc-sans);
    color: var(--posenc-accent);
  }
  .drop[hidden] {
    display: none;
  }
  @media (pointer: coarse) {
    textarea,
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
