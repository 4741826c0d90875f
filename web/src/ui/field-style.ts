import { css } from 'lit';

/** Fields of a lab or a trial outside its controls. */
export const fieldStyle = css`
  select,
  .input input {
    box-sizing: border-box;
    width: 100%;
    min-width: 0;
    font: 500 0.85rem var(--posenc-sans);
    padding: 0.35rem 0.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
`;
