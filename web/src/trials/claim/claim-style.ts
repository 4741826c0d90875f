import { css, unsafeCSS } from 'lit';
import { progressStyle } from '../../ui/progress-style.ts';
import { legendColors } from './chart.ts';

// Not as an attribute in each place: the page's policy forbids styles there.
const colors = unsafeCSS(
  legendColors.map((one) => `.of-${one} { color: var(--posenc-${one}); }`).join(' '),
);

/** Marks of verdicts and votes: their color only repeats what a sign and a word say. */
export const verdictStyle = css`
  .true {
    --look: var(--posenc-right);
  }
  .false {
    --look: var(--posenc-wrong);
  }
  .depends {
    --look: var(--posenc-form);
  }
`;

export const claimStyle = css`
  ${verdictStyle}
  ${progressStyle}
  ${colors}
  :host {
    margin: 1.1rem 0;
    scroll-margin-top: 4.5rem;
  }
  :host([hidden]) {
    display: none;
  }
  :host(:focus) {
    outline: none;
  }
  .card {
    background: var(--posenc-sheet);
    border: 1px solid var(--posenc-line);
    border-left: 4px solid var(--look, var(--posenc-field));
    border-radius: 10px;
    padding: 0.9rem 1.2rem 0.9rem;
    font: 0.9rem/1.5 var(--posenc-sans);
    overflow-wrap: anywhere;
  }
  :host(:target) .card {
    box-shadow: 0 0 0 2px var(--posenc-accent);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.9rem;
    justify-content: space-between;
    margin: 0;
    font-size: 0.8rem;
    color: var(--posenc-soft);
  }
  a {
    color: var(--posenc-accent);
    text-underline-offset: 0.18em;
  }
  h3 {
    font: 500 1.2rem/1.4 var(--posenc-serif);
    margin: 0.15rem 0 0.6rem;
    text-wrap: pretty;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 0.6rem;
    align-items: center;
  }
  legend {
    float: left;
    padding: 0 0.3rem 0 0;
    color: var(--posenc-soft);
  }
  .vote label {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2.2rem;
    padding: 0.1rem 0.8rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 8px;
    box-sizing: border-box;
    cursor: pointer;
  }
  .vote label:has(:checked) {
    border-color: var(--posenc-accent);
  }
  input[type='radio'] {
    width: 1.05rem;
    height: 1.05rem;
    margin: 0;
    flex: none;
    accent-color: var(--posenc-accent);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.9rem;
    align-items: center;
    margin: 0.8rem 0 0;
  }
  .plain {
    font-size: 0.82rem;
    padding: 0.35rem 0.7rem;
  }
  .seeds {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    font-size: 0.82rem;
  }
  .seeds select {
    width: auto;
  }
  .about {
    flex-basis: 100%;
    margin: 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .progress {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 0.9rem;
    align-items: center;
    margin: 0.8rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
    font-variant-numeric: tabular-nums;
  }
  progress {
    flex: 1 1 9rem;
    min-width: 6rem;
    max-width: 18rem;
  }
  .verdict {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.9rem;
    align-items: baseline;
    margin: 0.2rem 0 0;
    scroll-margin-top: 5rem;
  }
  .verdict b {
    font: 600 1.5rem/1.3 var(--posenc-sans);
    color: var(--look);
  }
  .verdict:focus-visible {
    border-radius: 4px;
  }
  .kept b {
    font-size: 1.1rem;
  }
  .decided {
    display: grid;
    grid-template-columns: 11rem minmax(0, 1fr);
    gap: 0 1.2rem;
    align-items: center;
    margin: 0.6rem 0 0;
  }
  .decided .because {
    margin: 0;
    font-size: 1rem;
  }
  .balance {
    display: block;
    width: 11rem;
    margin: 0.4rem 0;
  }
  .balance .foot {
    fill: var(--posenc-field);
  }
  .balance path {
    stroke: var(--posenc-field);
    stroke-width: 3;
    stroke-linecap: round;
  }
  .balance rect {
    fill: var(--side);
  }
  .balance text {
    font: 500 12px var(--posenc-sans);
    fill: var(--posenc-ink);
  }
  .beam {
    transform-origin: 90px 66px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .open .beam {
      animation: swing 1.2s ease-in-out 4;
    }
    .balance:not(.open) .beam {
      animation: settle 0.7s cubic-bezier(0.2, 1.6, 0.4, 1);
    }
    .verdict:not(.kept) b {
      animation: stamp 0.35s cubic-bezier(0.2, 1.4, 0.4, 1);
    }
  }
  @keyframes swing {
    25% {
      rotate: -7deg;
    }
    75% {
      rotate: 7deg;
    }
  }
  @keyframes settle {
    from {
      transform: none;
    }
  }
  @keyframes stamp {
    from {
      scale: 1.5;
      opacity: 0;
    }
  }
  .decisive {
    list-style: none;
    display: grid;
    gap: 0.5rem;
    margin: 0.8rem 0 0;
    padding: 0;
    font: 500 1.02rem/1.45 var(--posenc-sans);
  }
  .decisive li {
    padding: 0.5rem 0.9rem;
    border-left: 4px solid var(--side);
    background: color-mix(in srgb, var(--side) 8%, transparent);
  }
  .all {
    margin: 0.8rem 0 0;
  }
  .all > summary {
    font-size: 0.82rem;
  }
  @media print {
    .all::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
  .findings {
    list-style: none;
    margin: 0.5rem 0 0;
    padding: 0;
    display: grid;
    gap: 0.35rem;
  }
  .findings li {
    display: grid;
    grid-template-columns: 5.6rem minmax(0, 1fr);
    gap: 0 0.6rem;
    align-items: baseline;
  }
  .findings b {
    font-weight: 600;
    font-size: 0.82rem;
    color: var(--side);
    white-space: nowrap;
  }
  .for {
    --side: var(--posenc-right);
  }
  .against {
    --side: var(--posenc-wrong);
  }
  .aside {
    --side: var(--posenc-soft);
  }
  .because {
    margin: 0.7rem 0 0;
  }
  .legend {
    list-style: none;
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.1rem;
    margin: 0.9rem 0 0;
    padding: 0;
    font-size: 0.82rem;
  }
  posenc-line-plot {
    margin-top: 0.9rem;
  }
  .legend + posenc-line-plot {
    margin-top: 0.4rem;
  }
  .models {
    margin: 0.8rem 0 0;
    font-size: 0.82rem;
  }
  summary {
    cursor: pointer;
    width: fit-content;
    padding: 0.2rem 0;
    border-radius: 4px;
  }
  .models table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .models :is(th, td) {
    padding: 0.2rem 0 0.2rem 0.7rem;
    font-weight: 400;
    text-align: right;
    vertical-align: baseline;
  }
  .models td {
    white-space: nowrap;
  }
  .models th:first-child {
    padding-left: 0;
    text-align: left;
  }
  .models :is(thead th, th span) {
    color: var(--posenc-soft);
  }
  .models thead th {
    border-bottom: 1px solid var(--posenc-line);
    font-size: 0.78rem;
  }
  .sources {
    margin: 0.8rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .sources span + span::before {
    content: '· ';
  }
  .notice {
    margin: 0.5rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-form);
  }
  .unvoted {
    flex-basis: 100%;
    margin: 0;
    color: var(--posenc-wrong);
  }
  :is(.unvoted, .notice):empty {
    display: none;
  }
  @media (pointer: coarse) {
    select {
      font-size: 16px;
    }
    .vote label {
      min-height: 2.6rem;
    }
  }
  @media (max-width: 30rem) {
    .card {
      padding-inline: 0.8rem;
    }
    .findings li,
    .decided {
      grid-template-columns: minmax(0, 1fr);
    }
    legend {
      float: none;
      flex-basis: 100%;
    }
    .vote label {
      padding-inline: 0.55rem;
      gap: 0.4rem;
    }
    .vote {
      column-gap: 0.4rem;
    }
    .models td + td {
      white-space: normal;
    }
  }
  /* On paper, the vote is marked with a pen. */
  @media print {
    .head a,
    .vote :is(input, .unvoted),
    .progress,
    .buttons {
      display: none;
    }
    .vote label {
      min-height: 0;
      padding: 0;
      border: 0;
    }
    .vote label::before {
      content: '☐';
      font-size: 1.2em;
    }
    .vote label:has(:checked)::before {
      content: '☒';
    }
  }
`;
