import { css } from 'lit';

export const viewerStyle = css`
  .model,
  .input {
    display: grid;
    grid-template-columns: 5.8rem minmax(0, 1fr) auto;
    gap: 0.3rem 0.6rem;
    align-items: center;
  }
  .model select {
    grid-column: 2 / -1;
  }
  .input {
    margin-top: 0.4rem;
  }
  .input input {
    font-family: var(--posenc-mono);
  }
  .input input[aria-invalid='true'] {
    border-color: var(--posenc-wrong);
  }
  .input .button {
    font-size: 0.82rem;
    padding: 0.35rem 0.7rem;
  }
  .problem {
    grid-column: 2 / -1;
    color: var(--posenc-wrong);
    margin: 0;
  }
  .problem:empty {
    display: none;
  }
  .heads {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem;
    border: 0;
    min-width: 0;
    margin: 0.4rem 0 0;
    padding: 0;
  }
  /* A legend is not laid out with the others unless it floats. */
  .heads legend {
    float: left;
    width: 5.8rem;
    padding: 0;
    margin-right: 0.3rem;
  }
  .heads label {
    position: relative;
    display: block;
  }
  .heads input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .heads span {
    display: block;
    min-width: 1.1rem;
    padding: 0.3rem 0.6rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .heads input:checked + span {
    background: var(--posenc-accent);
    border-color: var(--posenc-accent);
    color: var(--posenc-paper);
  }
  .heads input:focus-visible + span {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
  }
  .pictures {
    margin-top: 1.1rem;
  }
  .pictures.one {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
    gap: 0 14px;
    align-items: start;
  }
  .note {
    margin: 0.2rem 0 0.7rem;
    font-size: 0.8rem;
    color: var(--posenc-soft);
  }
  .which {
    font: 500 0.82rem/1.4 var(--posenc-sans);
    margin: 0.9rem 0 0.35rem;
  }
  .answers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(5.9rem, 1fr));
    gap: 0.3rem;
    list-style: none;
    margin: 0 0 0.5rem;
    padding: 0;
    font-size: 0.8rem;
    font-variant-numeric: tabular-nums;
  }
  .answers li {
    position: relative;
    padding: 0.15rem 0.4rem 0.25rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 6px;
  }
  .answers small {
    float: right;
    font-size: 0.68rem;
    color: var(--posenc-soft);
  }
  .answers .pair {
    display: block;
    white-space: nowrap;
  }
  .answers .mark {
    font-size: 0.74rem;
    color: var(--posenc-soft);
    white-space: nowrap;
  }
  :is(.answers .right, .verdict.right) .mark {
    color: var(--posenc-right);
  }
  .answers .wrong {
    border: 1.5px solid var(--posenc-wrong);
  }
  :is(.answers .wrong, .verdict.wrong) .mark {
    color: var(--posenc-wrong);
  }
  .answers .unscored {
    border-style: dashed;
  }
  .verdict {
    margin: 0.6rem 0;
    font-size: 0.95rem;
  }
  .empty {
    display: flex;
    flex-wrap: wrap;
    gap: 0.8rem 1.2rem;
    align-items: center;
    justify-content: center;
    margin: 0 0 0.6rem;
    padding: 1.6rem 1.2rem;
    border: 1.5px dashed var(--posenc-line);
    border-radius: 8px;
    color: var(--posenc-soft);
  }
  .empty span {
    max-width: 26rem;
  }
  .empty a {
    text-decoration: none;
  }
  @media (pointer: coarse) {
    select,
    .input input {
      font-size: 16px;
    }
    .heads span {
      padding-block: 0.55rem;
    }
  }
  @media (max-width: 36rem) {
    .model,
    .input {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .model select,
    .problem {
      grid-column: 1 / -1;
    }
    .input label {
      grid-column: 1 / -1;
    }
    .pictures.one {
      grid-template-columns: minmax(0, 1fr);
    }
    .heads legend {
      width: 100%;
    }
  }
  @media print, (scripting: none) {
    .set {
      display: none;
    }
  }
`;
