import { css } from 'lit';

/** Plots side by side, or below each other on a narrow page, each with a small heading. */
export const sideBySide = css`
  .both {
    display: grid;
    grid-template-columns: var(--columns, repeat(2, minmax(0, 1fr)));
    gap: 0.5rem 1.2rem;
  }
  .which {
    font: 500 0.82rem/1.4 var(--posenc-sans);
    margin: 0 0 0.3rem;
  }
  @media (max-width: 40rem) {
    .both {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
