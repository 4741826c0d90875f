import { css } from 'lit';

/** The cards about all exercises: progress, the record, and the set of a class. */
export const deskStyle = css`
  :host {
    font: 0.92rem/1.5 var(--posenc-sans);
    color: var(--posenc-ink);
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
  .notice,
  .error {
    font-size: 0.88rem;
    border-left: 3px solid var(--posenc-form);
    padding: 0.1rem 0 0.1rem 0.8rem;
    overflow-wrap: anywhere;
  }
  .error {
    border-color: var(--posenc-wrong);
  }
  .message:empty {
    display: none;
  }
  .actions {
    margin: 0.9rem 0 0.7rem;
  }
  input:not([type='checkbox'], [type='file']),
  select {
    width: 100%;
    height: var(--box);
    font: 0.95rem var(--posenc-sans);
    padding: 0.3rem 0.5rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  [type='checkbox'] {
    width: 1.15rem;
    height: 1.15rem;
    margin: 0;
    flex: none;
  }
  label {
    font-size: 0.85rem;
    color: var(--posenc-soft);
  }

  /* How a learner stands */
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

  @media (pointer: coarse) {
    /* Below 16px a phone zooms into the box. */
    input:not([type='checkbox'], [type='file']),
    select {
      font-size: max(16px, 1rem);
    }
  }
`;
