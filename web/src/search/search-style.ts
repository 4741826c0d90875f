import { css } from 'lit';

export const searchStyle = css`
  dialog {
    box-sizing: border-box;
    flex-direction: column;
    width: min(44rem, calc(100vw - 2rem));
    max-height: min(44rem, calc(100vh - 6rem));
    margin: 3rem auto auto;
    padding: 0;
    border: 1px solid var(--posenc-field);
    border-radius: 12px;
    background: var(--posenc-sheet);
    color: var(--posenc-ink);
    box-shadow: 0 0.6rem 2.5rem rgb(0 0 0 / 25%);
    font: 0.95rem/1.45 var(--posenc-sans);
    overflow: hidden;
  }
  dialog[open] {
    display: flex;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 35%);
  }
  .head {
    display: flex;
    gap: 0.6rem;
    padding: 0.8rem;
    border-bottom: 1px solid var(--posenc-line);
  }
  input {
    flex: 1;
    box-sizing: border-box;
    min-width: 0;
    min-height: 2.75rem;
    padding: 0.4rem 0.8rem;
    font: 1.05rem var(--posenc-sans);
    border: 1.5px solid var(--posenc-field);
    border-radius: 8px;
    background: var(--posenc-paper);
    color: inherit;
  }
  input::placeholder {
    color: var(--posenc-soft);
    opacity: 1;
  }
  button {
    font: 500 0.88rem var(--posenc-sans);
    padding: 0.4rem 0.9rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 8px;
    background: var(--posenc-sheet);
    color: inherit;
    cursor: pointer;
  }
  :focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: -1px;
  }
  .results {
    padding: 0 0.8rem 0.8rem;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }
  p,
  h3 {
    margin: 0.8rem 0.6rem 0;
    font-size: 0.84rem;
    color: var(--posenc-soft);
    overflow-wrap: anywhere;
  }
  h3 {
    font-weight: 600;
  }
  ul {
    list-style: none;
    margin: 0.2rem 0 0;
    padding: 0;
  }
  a {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 1rem;
    align-items: baseline;
    padding: 0.5rem 0.6rem;
    border-radius: 8px;
    color: inherit;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:hover,
  a:focus {
    background: color-mix(in srgb, var(--posenc-accent) 9%, transparent);
  }
  /* The one that Enter follows. */
  .head:has(input:focus) + .results h3:first-of-type + ul > li:first-child a {
    background: color-mix(in srgb, var(--posenc-accent) 9%, transparent);
  }
  b {
    font-weight: 500;
  }
  small {
    font-size: 0.78rem;
    color: var(--posenc-soft);
    text-align: right;
  }
  a span {
    grid-column: 1 / -1;
    font-size: 0.84rem;
    color: var(--posenc-soft);
  }
  mark {
    background: none;
    color: var(--posenc-accent);
    font-weight: 650;
  }
  @media (max-width: 40rem) {
    dialog {
      inset: 0;
      width: 100%;
      max-width: none;
      height: 100%;
      max-height: none;
      margin: 0;
      border: 0;
      border-radius: 0;
    }
    a {
      grid-template-columns: 1fr;
      padding: 0.6rem;
    }
    small {
      text-align: left;
    }
  }
`;
