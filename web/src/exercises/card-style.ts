import { css } from 'lit';

/** The card of an exercise, and of the pages about all exercises: its frame, buttons and text. */
export const cardStyle = css`
  :host {
    --box: 2.3rem;
    display: block;
    margin: 2rem 0;
    container-type: inline-size;
  }
  /* The page keeps room for the lesson's own exercises: the set of a class, or a variant, may need less. */
  :host([data-own-room]) {
    min-height: 0 !important;
  }
  * {
    box-sizing: border-box;
  }
  form,
  section {
    border: 1px solid var(--posenc-line);
    border-left: 4px solid var(--posenc-accent);
    background: var(--posenc-sheet);
    border-radius: 10px;
    padding: 1.1rem 0.9rem;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .soft {
    color: var(--posenc-soft);
  }
  .error {
    color: var(--posenc-wrong);
  }
  :focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
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
  button.first,
  button[type='submit'] {
    background: var(--posenc-accent);
    border-color: var(--posenc-accent);
    color: var(--posenc-paper);
  }
  button.quiet {
    padding-inline: 0.4rem;
    border-color: transparent;
    background: none;
    color: var(--posenc-soft);
    text-decoration: underline;
    text-decoration-color: var(--posenc-field);
    text-underline-offset: 0.25em;
  }
  button.quiet:hover {
    color: var(--posenc-ink);
    text-decoration-color: currentcolor;
  }
  button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 0.7rem;
  }

  /* On a slide, what sends an answer stays in view. */
  :host([compact]) {
    --box: 2rem;
  }
  :host([compact]) :is(form, section) {
    padding-block: 0.7rem 0;
  }
  :host([compact]) .actions:has([type='submit']) {
    position: sticky;
    bottom: 0;
    margin-top: 0.3rem;
    padding-block: 0.4rem 0.7rem;
    background: var(--posenc-sheet);
  }

  @container (min-width: 36rem) {
    form,
    section {
      padding-inline: 1.3rem;
    }
  }
  @media (pointer: coarse) {
    :host {
      --box: 2.75rem;
    }
  }
`;
