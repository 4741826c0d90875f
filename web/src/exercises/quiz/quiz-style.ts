import { css } from 'lit';

/** Text. A title that is scrolled to stays below the bar at the top of a narrow page. */
const text = css`
  h3 {
    font: 500 1.15rem/1.35 var(--posenc-serif);
    margin: 0.2rem 0 0.9rem;
    text-wrap: balance;
  }
  h3,
  .chosen {
    scroll-margin-top: 5rem;
  }
  h3:focus {
    outline: none;
  }
  h4 {
    font: 600 0.9rem/1.4 var(--posenc-sans);
    margin: 0 0 0.4rem;
  }
  a {
    color: var(--posenc-accent);
    text-underline-offset: 0.18em;
  }
  .fact {
    color: inherit;
    text-decoration: underline dotted var(--posenc-field) 1.5px;
  }
  math {
    font-family: 'Posenc Math', 'STIX Two Math', 'Cambria Math', math;
  }
  code {
    font: 0.88em var(--posenc-mono);
    overflow-wrap: anywhere;
  }
  .kept:not(p) {
    white-space: nowrap;
  }
  .where {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.7rem;
    align-items: baseline;
    font-size: 0.8rem;
    margin: 0;
    color: var(--posenc-soft);
  }
  .badge {
    border: 1px solid var(--posenc-field);
    border-radius: 1rem;
    padding: 0 0.55rem;
    font-size: 0.75rem;
    line-height: 1.5;
    color: var(--posenc-ink);
    white-space: nowrap;
  }
`;

/** Two sets of radio buttons: which answer, then how sure. */
const fields = css`
  fieldset {
    border: 0;
    margin: 0 0 0.9rem;
    padding: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    margin-bottom: 0.35rem;
    font-size: 0.85rem;
    font-weight: 600;
  }
  label {
    display: flex;
    gap: 0.6rem;
    align-items: baseline;
    min-height: var(--box);
    padding: 0.4rem 0.7rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 8px;
    font-size: 0.95rem;
    line-height: 1.45;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  label:has(:checked) {
    border-color: var(--posenc-accent);
  }
  :disabled label {
    cursor: default;
    border-style: dashed;
  }
  input[type='radio'] {
    flex: none;
    width: 1.05rem;
    height: 1.05rem;
    margin: 0;
    padding: 0;
    accent-color: var(--posenc-accent);
    translate: 0 0.15rem;
  }
  .sure > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .options > label + label {
    margin-top: 0.45rem;
  }
`;

/** An explained answer. */
const explained = css`
  .verdicts {
    list-style: none;
    margin: 0 0 0.9rem;
    padding: 0;
    display: grid;
    gap: 0.6rem;
  }
  .verdicts > li {
    border-left: 3px solid var(--look);
    border-radius: 0 8px 8px 0;
    padding: 0.45rem 0.8rem;
    background: color-mix(in srgb, var(--look) 6%, transparent);
    overflow-wrap: anywhere;
  }
  .verdicts > .chosen {
    outline: 1.5px solid var(--look);
  }
  .verdicts b {
    color: var(--look);
  }
  .verdicts p {
    font-size: 0.9rem;
    margin: 0.2rem 0 0;
  }
  .verdicts .what {
    font-size: 0.82rem;
    margin: 0;
  }
  .verdicts .label {
    font-size: 0.95rem;
    font-weight: 600;
    line-height: 1.4;
  }
  .others {
    margin: 0 0 0.9rem;
    border-top: 0;
  }
  .others summary {
    padding: 0.2rem 0;
  }
  .others .verdicts {
    margin: 0.4rem 0 0;
  }
  .outcome {
    font-weight: 600;
    margin: 0.6rem 0 0;
    min-height: 1.5em;
  }
  .next {
    background: var(--posenc-accent);
    border-color: var(--posenc-accent);
    color: var(--posenc-paper);
  }
  .question .actions {
    margin-top: 0;
  }
  progress {
    margin-top: 0.3rem;
  }
`;

/** All questions. */
const list = css`
  details {
    margin-top: 1rem;
    border-top: 1px solid var(--posenc-line);
  }
  summary {
    padding: 0.6rem 0;
    font-size: 0.9rem;
    font-weight: 500;
    cursor: pointer;
  }
  .all {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 0.3rem;
  }
  .all button {
    display: grid;
    grid-template-columns: 1.6rem minmax(0, 1fr) auto;
    gap: 0 0.5rem;
    align-items: baseline;
    width: 100%;
    text-align: left;
    font-weight: 400;
    font-size: 0.85rem;
    line-height: 1.4;
    border-color: var(--posenc-line);
    overflow-wrap: anywhere;
  }
  .all [aria-current='true'] {
    border-color: var(--posenc-accent);
    border-left-width: 4px;
  }
  .all .state {
    font-weight: 500;
    color: var(--look, var(--posenc-soft));
  }
  .second-go {
    --look: var(--posenc-form);
  }
  .missed {
    --look: var(--posenc-wrong);
  }
  .due {
    font-size: 0.85rem;
    margin: 0 0 0.3rem;
  }
  .start-over {
    margin-top: 0.8rem;
  }
`;

/** The written quiz: for paper, and for browsers that cannot run the core. */
const written = css`
  .written {
    display: none;
  }
  .written.shown {
    display: block;
  }
  @container (max-width: 28rem) {
    .all button {
      grid-template-columns: 1.6rem minmax(0, 1fr);
    }
    .all .state {
      grid-column: 2;
    }
  }
  @media print {
    .question,
    .all,
    details {
      display: none;
    }
    .written {
      display: block;
    }
  }
`;

/** The styles of the quiz, in addition to those of all exercises. */
export const quizStyle = [text, fields, explained, list, written];
