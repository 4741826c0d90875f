import { css } from 'lit';

/** The look of what is about all exercises: progress, record, a set for a class. */
export const deskStyle = css`
  :host {
    --box: 2.3rem;
    display: block;
    margin: 2rem 0;
    container-type: inline-size;
    font: 0.92rem/1.5 var(--posenc-sans);
    color: var(--posenc-ink);
  }
  * {
    box-sizing: border-box;
  }
  section {
    border: 1px solid var(--posenc-line);
    border-left: 4px solid var(--posenc-accent);
    background: var(--posenc-sheet);
    border-radius: 10px;
    padding: 1.1rem 0.9rem;
  }
  p,
  ul {
    margin: 0 0 0.7rem;
    text-wrap: pretty;
  }
  ul {
    list-style: none;
    padding: 0;
  }
  a {
    color: var(--posenc-accent);
    text-underline-offset: 0.18em;
  }
  b {
    font-weight: 600;
  }
  code {
    font: 0.88em var(--posenc-mono);
    overflow-wrap: anywhere;
  }
  .soft {
    color: var(--posenc-soft);
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .notice,
  .error {
    font-size: 0.88rem;
    border-left: 3px solid var(--posenc-form);
    padding: 0.1rem 0 0.1rem 0.8rem;
    overflow-wrap: anywhere;
  }
  .error {
    border-color: var(--posenc-wrong);
    color: var(--posenc-wrong);
  }
  .told:empty {
    display: none;
  }
  :focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
    border-radius: 3px;
  }

  button {
    font: 500 0.9rem var(--posenc-sans);
    min-height: var(--box);
    padding: 0.35rem 0.95rem;
    border-radius: 7px;
    border: 1.5px solid var(--posenc-field);
    background: var(--posenc-sheet);
    color: var(--posenc-ink);
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
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.7rem;
    margin: 0.9rem 0 0.7rem;
  }
  input:not([type='checkbox'], [type='file']) {
    width: 100%;
    height: var(--box);
    font: 0.95rem var(--posenc-sans);
    padding: 0.3rem 0.5rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  label {
    font-size: 0.85rem;
    color: var(--posenc-soft);
  }

  /* How it stands */
  .state {
    white-space: nowrap;
    color: var(--look, var(--posenc-soft));
  }
  .done {
    --look: var(--posenc-right);
  }
  .shaky {
    --look: var(--posenc-form);
  }
  .begun {
    --look: var(--posenc-accent);
  }

  @container (min-width: 36rem) {
    section {
      padding-inline: 1.3rem;
    }
  }
  @media (pointer: coarse) {
    :host {
      --box: 2.75rem;
    }
    /* Below 16px a phone zooms into the box. */
    input:not([type='checkbox'], [type='file']) {
      font-size: max(16px, 1rem);
    }
  }
`;
