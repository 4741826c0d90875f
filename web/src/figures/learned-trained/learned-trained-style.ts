import { css } from 'lit';

export const learnedTrainedStyle = css`
  .square {
    max-width: 24rem;
    margin-inline: auto;
  }
  .last {
    min-height: 1.45em;
    margin: -0.6rem 0 0.4rem;
    text-align: center;
    color: var(--posenc-soft);
  }
  .train {
    flex-wrap: nowrap;
    min-height: 2.9rem;
    margin-bottom: 0.5rem;
    line-height: 1.35;
  }
  .train .button {
    flex: none;
  }
  .train progress {
    min-width: 3rem;
    max-width: 8rem;
  }
  .train .error {
    flex-basis: auto;
  }
  .scrub {
    container-type: inline-size;
    margin: 0.2rem 0 0.6rem;
  }
`;
