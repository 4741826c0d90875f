import { css } from 'lit';

export const learnedTrainedStyle = css`
  /* The button and the task in one line. */
  figure {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 0.6rem;
  }
  figure > * {
    grid-column: 1 / -1;
    min-width: 0;
  }
  figure > .train {
    grid-column: 1;
  }
  figure > .controls.primary {
    grid-column: 2;
    container-type: normal;
    margin: 0;
    align-self: start;
  }
  .primary select {
    min-height: 2.75rem;
  }
  .both {
    --columns: minmax(0, 4fr) minmax(0, 3fr);
  }
  .square {
    max-width: 19rem;
    margin-inline: auto;
  }
  .last {
    min-height: 1.45em;
    margin: -0.6rem 0 0.4rem;
    text-align: center;
    color: var(--posenc-soft);
  }
  .train {
    gap: 0;
    justify-content: center;
    margin: 0;
  }
  .train .button {
    flex: 1 0 100%;
    min-height: 2.75rem;
  }
  .train span {
    flex: 1 0 100%;
    min-height: 1.4em;
    line-height: 1.4;
    font-size: 0.8rem;
    color: var(--posenc-soft);
    text-align: center;
  }
  .scrub {
    container-type: inline-size;
    margin: 0 0 0.4rem;
  }
`;
