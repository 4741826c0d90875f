import { css } from 'lit';

/** What is dragged along an axis: a knob, within a larger area that takes the pointer. */
export const gripStyle = css`
  .knob {
    fill: var(--posenc-ink);
    stroke: var(--posenc-sheet);
    stroke-width: 3;
  }
  .grip {
    cursor: ew-resize;
    touch-action: pan-y;
  }
  .grip rect {
    fill: transparent;
  }
  .grip:focus-visible {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
    border-radius: 4px;
  }
`;
