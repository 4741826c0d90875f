import { css } from 'lit';

export const learnedTrainedStyle = css`
  .square {
    max-width: 24rem;
    margin-inline: auto;
  }
  .which {
    font: 500 0.82rem/1.4 var(--posenc-sans);
    margin: 0.2rem 0 0;
  }
  .scrub {
    margin: 0.2rem 0 0.6rem;
  }
`;
