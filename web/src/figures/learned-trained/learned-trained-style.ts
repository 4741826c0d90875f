import { css } from 'lit';

export const learnedTrainedStyle = css`
  .square {
    max-width: 24rem;
    margin-inline: auto;
  }
  .train {
    flex-wrap: nowrap;
  }
  .train progress {
    min-width: 3rem;
    max-width: 8rem;
  }
  .train .error {
    flex-basis: auto;
  }
  .scrub {
    margin: 0.2rem 0 0.6rem;
  }
`;
