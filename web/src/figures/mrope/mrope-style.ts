import { css } from 'lit';

export const mropeStyle = css`
  .t {
    --own: var(--posenc-accent);
  }
  .h {
    --own: var(--posenc-form);
  }
  .w {
    --own: var(--posenc-right);
  }
  .bars,
  .pairs {
    fill: var(--own);
  }
  .bars {
    opacity: 0.55;
  }
  .bars.chosen {
    opacity: 1;
  }
  text.letter {
    fill: var(--own);
    font: italic 600 17px var(--posenc-serif);
  }
  text.value {
    fill: var(--own);
    font-size: 14px;
    font-weight: 600;
  }
  text.count {
    font-size: 11px;
    text-anchor: middle;
  }
  text.words {
    fill: var(--posenc-ink);
    font-size: 14px;
  }
  .word.chosen {
    font-weight: 700;
    text-decoration: underline;
  }
  .word,
  .patch {
    cursor: pointer;
  }
  .sea {
    fill: color-mix(in srgb, var(--posenc-accent) 12%, var(--posenc-sheet));
  }
  .whale {
    fill: var(--posenc-soft);
  }
  .eye {
    fill: var(--posenc-sheet);
  }
  .spout {
    fill: none;
    stroke: var(--posenc-soft);
    stroke-width: 3;
  }
  .patch {
    fill: transparent;
    stroke: var(--posenc-sheet);
    stroke-width: 1.5;
  }
  .outline {
    fill: none;
    stroke: var(--posenc-ink);
    stroke-width: 2.5;
    pointer-events: none;
  }
  .column {
    fill: var(--posenc-ink);
    opacity: 0.09;
  }
  .span {
    fill: none;
    stroke: var(--posenc-soft);
    stroke-width: 1;
  }
`;
