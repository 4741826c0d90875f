import { css } from 'lit';

/** The questions about a run: a card with fieldsets, sliders and verdicts. */
export const questionsStyle = css`
  :host {
    display: block;
    margin: 0.9rem 0 0;
    padding: 0.8rem 0.9rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 8px;
    background: var(--posenc-paper);
  }
  h3 {
    font: 600 0.9rem/1.4 var(--posenc-sans);
    margin: 0 0 0.3rem;
  }
  p {
    margin: 0.2rem 0;
  }
  fieldset {
    border: 0;
    margin: 0.7rem 0 0;
    padding: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    font-weight: 500;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.1rem;
  }
  .choices label {
    display: flex;
    gap: 0.45rem;
    align-items: center;
    min-height: 2rem;
  }
  input[type='checkbox'],
  input[type='radio'] {
    width: 1.1rem;
    height: 1.1rem;
    margin: 0;
    flex: none;
    accent-color: var(--posenc-accent);
  }
  .percents {
    display: grid;
    /* At most two in a row: three of 34 % have no room. */
    grid-template-columns: repeat(auto-fill, minmax(min(max(17rem, 34%), 100%), 1fr));
    gap: 0.5rem 1.6rem;
    margin-top: 0.5rem;
  }
  .percent {
    display: grid;
    grid-template: 'name box' auto 'slider slider' auto / minmax(0, 1fr) auto;
    gap: 0.1rem 0.6rem;
    align-items: center;
    min-height: 2.2rem;
  }
  .percent.alone {
    grid-template: 'box' auto 'slider' auto / minmax(0, 1fr);
    max-width: 24rem;
  }
  input[type='range'] {
    grid-area: slider;
  }
  input[type='range']:disabled {
    cursor: default;
  }
  /* Without a number it stands nowhere. */
  .open input::-webkit-slider-runnable-track {
    background: var(--rest);
  }
  .open input::-moz-range-track {
    background: var(--rest);
  }
  .open input:not(:focus-visible)::-webkit-slider-thumb {
    opacity: 0;
  }
  .open input:not(:focus-visible)::-moz-range-thumb {
    opacity: 0;
  }
  .open input::-webkit-slider-thumb {
    border: 2px dashed var(--posenc-field);
  }
  .open input::-moz-range-thumb {
    border: 2px dashed var(--posenc-field);
  }
  .box {
    grid-area: box;
    display: flex;
    gap: 0.25rem;
    align-items: center;
  }
  input[type='text'] {
    box-sizing: border-box;
    width: 3.2rem;
    font: 500 0.85rem var(--posenc-mono);
    text-align: right;
    padding: 0.25rem 0.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-sheet);
    color: var(--posenc-ink);
  }
  .because {
    font-size: 0.82rem;
    margin: 0.1rem 0 0.3rem;
  }
  .because strong {
    font-weight: 600;
  }
  .right strong {
    color: var(--posenc-right);
  }
  .wrong strong,
  .unreadable strong {
    color: var(--posenc-wrong);
  }
  .percent + .because {
    grid-column: 1 / -1;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.9rem;
    align-items: center;
    margin-top: 0.8rem;
  }
  .refusal {
    color: var(--posenc-soft);
    font-size: 0.82rem;
  }
  @media (pointer: coarse) {
    input[type='text'] {
      font-size: 16px;
    }
    .choices label,
    .percent {
      min-height: 2.6rem;
    }
  }
`;
