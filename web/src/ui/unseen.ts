import { css } from 'lit';

/** What is heard, not seen. (The page's own is in style/visually-hidden.css, which does not reach into a figure.) */
export const unseen = css`
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
