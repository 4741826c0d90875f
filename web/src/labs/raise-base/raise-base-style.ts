import { css } from 'lit';

/** What Lab 5 adds to the look of all figures. */
export const raiseBaseStyle = css`
  fieldset {
    margin: 0.9rem 0 0.8rem;
    padding: 0;
    border: 0;
    font-size: 0.88rem;
  }
  legend {
    padding: 0;
    margin-bottom: 0.2rem;
  }
  fieldset label {
    display: block;
    padding: 0.15rem 0;
  }
  .guessed {
    margin: 0 0 0.6rem;
    font-size: 0.88rem;
  }
  .results {
    font-size: 0.82rem;
  }
  .results .best :is(th, td) {
    font-weight: 600;
  }
`;
