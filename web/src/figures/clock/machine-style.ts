import { css } from 'lit';

export const machineStyle = css`
  .grip {
    fill: transparent;
    cursor: grab;
    touch-action: none;
  }
  .grip:active {
    cursor: grabbing;
  }
  .paper {
    fill: transparent;
    cursor: ns-resize;
  }
  .rim {
    fill: var(--posenc-paper);
    stroke: var(--posenc-field);
  }
  .hand {
    stroke: var(--posenc-ink);
    stroke-width: 3.5;
    stroke-linecap: round;
  }
  .tip,
  .hub {
    fill: var(--posenc-ink);
  }
  .leg {
    stroke-width: 5;
  }
  .drawn {
    fill: none;
    stroke-width: 2.25;
    stroke-linejoin: round;
  }
  .coming {
    opacity: 0.3;
  }
  .plumb {
    stroke: var(--posenc-soft);
    stroke-dasharray: 2 4;
  }
  .pen {
    fill: var(--posenc-sheet);
    stroke: var(--posenc-ink);
    stroke-width: 2.5;
  }
  .now {
    stroke: var(--posenc-ink);
    opacity: 0.35;
  }
  .blank {
    fill: var(--posenc-sheet);
    opacity: 0.9;
  }
  .arc {
    fill: none;
    stroke: var(--posenc-form);
    stroke-width: 6;
  }
  .arc.earlier {
    stroke: var(--posenc-soft);
    stroke-width: 4;
  }
  text.here {
    fill: var(--posenc-ink);
    font-weight: 600;
  }
`;
