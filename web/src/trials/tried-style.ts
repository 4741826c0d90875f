import { css } from 'lit';
import { progressStyle } from '../ui/progress-style.ts';
import { verdictStyle } from './claim/claim-style.ts';

export const triedStyle = css`
  ${verdictStyle}
  ${progressStyle}
  :host {
    margin: 1.5rem 0;
  }
  .card {
    background: var(--posenc-sheet);
    border: 1px solid var(--posenc-line);
    border-radius: 10px;
    padding: 0.9rem 1.2rem;
    font: 0.9rem/1.5 var(--posenc-sans);
    overflow-wrap: anywhere;
  }
  .count {
    font-weight: 600;
    margin: 0;
  }
  progress {
    width: 100%;
    margin: 0.4rem 0 0.6rem;
  }
  .overview {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 1.2rem;
    align-items: center;
  }
  .overview progress {
    flex: 1 1 8rem;
    width: auto;
    margin: 0;
  }
  summary {
    width: fit-content;
    cursor: pointer;
  }
  .mistakes {
    margin-top: 0.4rem;
  }
  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 0.6rem;
    align-items: center;
  }
  .filter select {
    width: auto;
    max-width: 100%;
  }
  a {
    color: var(--posenc-accent);
    text-underline-offset: 0.18em;
  }
  .next {
    font: 500 0.85rem/1.4 var(--posenc-sans);
    margin: 0.6rem 0 0.2rem;
    color: var(--posenc-soft);
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 0.3rem;
  }
  .mistakes li {
    display: grid;
    grid-template-columns: 8rem minmax(0, 1fr);
    gap: 0 0.6rem;
    align-items: baseline;
  }
  .state {
    font-size: 0.82rem;
    font-weight: 600;
    color: var(--look, var(--posenc-soft));
  }
  .formulas {
    gap: 0.8rem;
  }
  .formulas li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.9rem;
    align-items: center;
  }
  .formulas code {
    font: 500 0.9rem/1.5 var(--posenc-mono);
  }
  .formulas p {
    flex-basis: 100%;
    margin: 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .again {
    margin: 0;
    padding: 0.3rem 0.7rem;
  }
  .notice {
    margin: 0.5rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-form);
  }
  .notice:empty {
    display: none;
  }
  @media (pointer: coarse) {
    select {
      font-size: 16px;
    }
  }
  @media (max-width: 30rem) {
    .card {
      padding-inline: 0.8rem;
    }
    .mistakes li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    .filter,
    .again,
    progress,
    details:not([open]) {
      display: none;
    }
  }
`;
