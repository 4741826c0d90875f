import { css } from 'lit';

export const generatorStyle = css`
  :host {
    display: block;
    margin: 2rem 0;
    font: 0.92rem/1.5 var(--posenc-sans);
    color: var(--posenc-ink);
    container-type: inline-size;
  }
  * {
    box-sizing: border-box;
  }
  section {
    border: 1px solid var(--posenc-line);
    border-left: 4px solid var(--posenc-accent);
    border-radius: 10px;
    background: var(--posenc-sheet);
    padding: 1.1rem 0.9rem;
  }
  .fields {
    display: grid;
    gap: 0.7rem 1rem;
    margin-bottom: 0.9rem;
  }
  label {
    display: block;
    font-size: 0.85rem;
    color: var(--posenc-soft);
  }
  select,
  input,
  textarea {
    width: 100%;
    min-height: 2.3rem;
    padding: 0.3rem 0.5rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
    font: 0.95rem var(--posenc-sans);
  }
  select {
    contain: inline-size;
  }
  textarea {
    display: block;
    font: 0.85rem/1.5 var(--posenc-mono);
    overflow-wrap: anywhere;
    resize: vertical;
    field-sizing: content;
  }
  iframe {
    display: block;
    width: 100%;
    /* Until the part says its own: as much as the first one needs. */
    height: 37.9rem;
    margin: 0 0 0.9rem;
    border: 1px dashed var(--posenc-field);
    border-radius: 6px;
  }
  @media (max-width: 30rem) {
    iframe {
      height: 42.6rem;
    }
  }
  p {
    margin: 0.5rem 0;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .soft {
    color: var(--posenc-soft);
  }
  .error {
    color: var(--posenc-wrong);
  }
  p:empty {
    display: none;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 0.7rem;
    margin: 0.7rem 0 0;
  }
  button {
    min-height: 2.3rem;
    padding: 0.35rem 0.95rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 7px;
    background: var(--posenc-sheet);
    color: var(--posenc-ink);
    font: 500 0.9rem var(--posenc-sans);
    cursor: pointer;
  }
  button.first {
    background: var(--posenc-accent);
    border-color: var(--posenc-accent);
    color: var(--posenc-paper);
  }
  button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  :focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
  }
  @container (min-width: 34rem) {
    section {
      padding-inline: 1.3rem;
    }
    .fields {
      grid-template-columns: 1fr 1fr;
    }
    .wide {
      grid-column: 1 / -1;
    }
  }
  @media (pointer: coarse) {
    select,
    input,
    textarea,
    button {
      min-height: 2.75rem;
    }
    /* Below 16px a phone zooms into the box. */
    select,
    input,
    textarea {
      font-size: max(16px, 1rem);
    }
  }
`;
