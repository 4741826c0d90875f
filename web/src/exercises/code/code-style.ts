import { css } from 'lit';

/** The styles of an exercise in code, in addition to those of all exercises. (A phone zooms into text below 16px.) */
export const codeStyle = css`
  code,
  pre {
    font-family: var(--posenc-mono);
  }
  p code {
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  pre {
    margin: 0;
    padding: 0.5rem 0.7rem;
    max-height: 24rem;
    overflow: auto;
    font-size: 0.85rem;
    line-height: 1.5;
    border: 1px solid var(--posenc-line);
    border-radius: 6px;
    background: var(--posenc-paper);
  }
  .program {
    font-size: 0.85rem;
    margin: 0.7rem 0 0.3rem;
  }
  .program .cm-editor {
    max-height: 30rem;
  }
  .keys {
    font-size: 0.8rem;
    margin: 0 0 0.6rem;
  }
  kbd {
    font: inherit;
    white-space: nowrap;
  }
  .actions {
    align-items: center;
    margin: 0.8rem 0;
  }
  .failure {
    border-left: 3px solid var(--posenc-wrong);
    padding: 0.1rem 0 0.1rem 0.8rem;
    margin: 0.7rem 0;
    font-size: 0.9rem;
    overflow-wrap: anywhere;
  }
  .cases {
    display: grid;
    gap: 0.35rem;
    list-style: none;
    margin: 0 0 0.8rem;
    padding: 0;
  }
  h4 {
    font: 600 0.85rem/1.4 var(--posenc-sans);
    margin: 0.8rem 0 0.4rem;
  }
  .actions .soft {
    font-size: 0.85rem;
  }
  .cases :is(button, div) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.1rem 0.8rem;
    align-items: center;
    width: 100%;
    min-height: var(--box);
    padding: 0.35rem 0.95rem;
    text-align: start;
    font-weight: 400;
    border: 1.5px solid var(--posenc-line);
    border-radius: 7px;
  }
  .cases button[aria-pressed='true'] {
    border-color: var(--posenc-accent);
    box-shadow: inset 3px 0 var(--posenc-accent);
  }
  .cases code {
    font-size: 0.85rem;
    overflow-wrap: anywhere;
  }
  .cases b:empty {
    display: none;
  }
  .cases b {
    font-size: 0.8rem;
    font-weight: 500;
    color: var(--look, var(--posenc-soft));
  }
  .right,
  .convention {
    --look: var(--posenc-right);
  }
  .results {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.3rem;
    margin: 0.3rem 0 0.6rem;
    font-size: 0.85rem;
  }
  .results dt {
    color: var(--posenc-soft);
  }
  .results dd {
    margin: 0;
    font-family: var(--posenc-mono);
    overflow-wrap: anywhere;
  }
  .case {
    margin: 0.8rem 0;
  }
  .case .say {
    margin: 0 0 0.7rem;
  }
  summary {
    font-size: 0.9rem;
    min-height: 1.5rem;
    cursor: pointer;
  }
  @container (min-width: 36rem) {
    .cases :is(button, div) {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .results {
      grid-template-columns: 5rem minmax(0, 1fr);
    }
  }
  @media (pointer: coarse) {
    .program .cm-editor {
      font-size: 16px;
    }
    summary {
      min-height: 2.2rem;
    }
  }
  @media print {
    .keys,
    .case {
      display: none;
    }
    .cases :is(button, div) {
      display: grid;
      border: 0;
      padding: 0;
      min-height: 0;
    }
    .program .cm-editor,
    pre {
      max-height: none;
    }
  }
`;
