// All exercises at a glance: a picture for each, with how the learner stands; and the same as a list.
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Entry, Kind } from '../exercises/catalogue.ts';
import type { Line, State } from './standing.ts';

/** A symbol and a word: the color alone is not enough. */
export const states: Record<State, { symbol: string; word: string }> = {
  new: { symbol: '○', word: 'not started' },
  begun: { symbol: '◐', word: 'started' },
  shaky: { symbol: '△', word: 'shaky' },
  done: { symbol: '✓', word: 'done' },
};

const groups: { kind: Kind; name: string }[] = [
  { kind: 'hand', name: 'By hand' },
  { kind: 'lab', name: 'With a model you train' },
  { kind: 'code', name: 'In code' },
  { kind: 'quiz', name: 'Quiz' },
];

interface Map {
  lines: readonly Line[];
  /** The exercise to do next. */
  next: Entry | null;
  /** The exercise under the pointer or the focus: its full title is shown. */
  pointed: Entry | null;
  point: (entry: Entry | null) => void;
}

function tile({ entry, standing }: Line, { next, point }: Map): TemplateResult {
  const { symbol, word } = states[standing.state];
  const isNext = entry.id === next?.id;
  return html`<li class="tile ${standing.state}">
    <a
      href=${entry.href}
      class=${isNext ? 'next-one' : ''}
      data-exercise=${entry.id}
      data-state=${standing.state}
      @pointerenter=${() => point(entry)}
      @pointerleave=${() => point(null)}
      @focus=${() => point(entry)}
      @blur=${() => point(null)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${entry.picture}></path></svg>
      <span>${entry.short}</span>
      <span class="hidden">: ${entry.title}, ${isNext ? 'next, ' : nothing}${word}</span>
      ${
        standing.state === 'new'
          ? nothing
          : html`<span class="mark" aria-hidden="true">${symbol}</span>`
      }
    </a>
  </li>`;
}

/** A tile for each exercise, by how it is worked on. */
export function exerciseMap(map: Map): TemplateResult {
  const { lines, pointed } = map;
  return html`<div class="map">
    ${groups.map(({ kind, name }) => {
      const own = lines.filter(({ entry }) => entry.kind === kind);
      if (own.length === 0) return nothing;
      return html`<div class="group ${kind}">
        <p aria-hidden="true">
          <span>${name}</span>${
            pointed?.kind === kind && kind !== 'quiz'
              ? html`<span class="pointed">${pointed.title}</span>`
              : nothing
          }
        </p>
        <ul aria-label=${name}>
          ${own.map((line) => tile(line, map))}
        </ul>
      </div>`;
    })}
  </div>`;
}

/** The same in words: titles, numbers in the course, and best results. */
export const exerciseList = (lines: readonly Line[]): TemplateResult =>
  html`<ul class="lines">
    ${lines.map(({ entry, standing }) => {
      const { symbol, word } = states[standing.state];
      const { best } = standing;
      return html`<li>
        <span class="state ${standing.state}"
          ><span aria-hidden="true">${symbol}</span> ${word}</span
        >
        <span
          ><a href=${entry.href}>${entry.title}</a>${
            entry.label ? html` <small>${entry.label}</small>` : nothing
          }</span
        >
        <span class="best"
          >${
            best ? html`<span class="hidden">, </span>best ${best.score} of ${best.max}` : nothing
          }</span
        >
      </li>`;
    })}
  </ul>`;

/** Four tiles in a row, eight where there is room: then the quiz is beside those by hand, so that no tile is left alone. */
export const mapStyle = css`
  .map {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 0.55rem 0.4rem;
    margin: 0.9rem 0 0.6rem;
  }
  .group {
    grid-column: 1 / -1;
  }
  .group ul {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 0.4rem;
    margin: 0;
  }
  .group p {
    display: flex;
    gap: 0.8rem;
    font: 500 0.8rem/1.6 var(--posenc-sans);
    color: var(--posenc-soft);
    margin: 0 0 0.15rem;
  }
  .pointed {
    color: var(--posenc-ink);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tile {
    margin: 0;
    padding: 0;
  }
  .tile a {
    position: relative;
    display: grid;
    justify-items: center;
    gap: 0.15rem;
    height: 100%;
    padding: 0.45rem 0.1rem 0.35rem;
    border: 1.5px solid var(--posenc-line);
    border-radius: 9px;
    font-size: 0.75rem;
    line-height: 1.3;
    white-space: nowrap;
    color: var(--posenc-ink);
    text-decoration: none;
    background: var(--posenc-paper);
  }
  .tile a:hover {
    border-color: var(--posenc-accent);
  }
  .tile svg {
    width: 1.9rem;
    height: 1.9rem;
    fill: none;
    stroke: var(--posenc-accent);
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .tile.done a {
    border-color: var(--posenc-right);
    background: color-mix(in srgb, var(--posenc-right) 9%, var(--posenc-paper));
  }
  .tile.shaky a {
    border-color: var(--posenc-form);
    border-style: dashed;
  }
  .tile.begun a {
    border-color: var(--posenc-accent);
    border-style: dashed;
  }
  .mark {
    position: absolute;
    top: 0.1rem;
    inset-inline-end: 0.35rem;
    font-weight: 600;
    color: var(--look);
  }
  .tile a.next-one {
    border-color: var(--posenc-accent);
    border-style: solid;
    box-shadow: 0 0 0 2px color-mix(in srgb, var(--posenc-accent) 35%, transparent);
  }
  .quiz .tile {
    grid-column: 1 / -1;
  }
  @container (min-width: 36rem) {
    .map {
      grid-template-columns: repeat(8, minmax(0, 1fr));
    }
    .group ul {
      grid-template-columns: repeat(8, minmax(0, 1fr));
    }
    .hand:has(~ .quiz) {
      grid-column: span 7;
    }
    .hand:has(~ .quiz) ul {
      grid-template-columns: repeat(7, minmax(0, 1fr));
    }
    .hand ~ .quiz {
      grid-area: 1 / 8;
    }
    .hand ~ .quiz ul {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .tile a {
      transition: border-color 0.15s;
    }
  }

  .lines li {
    display: grid;
    grid-template-columns: 6.5rem minmax(0, 1fr);
    gap: 0 0.6rem;
    border-top: 1px solid var(--posenc-line);
    margin: 0;
    padding: 0.28rem 0;
  }
  .lines a {
    justify-self: start;
  }
  .best {
    grid-column: 2;
    color: var(--posenc-soft);
    font-variant-numeric: tabular-nums;
  }
  .best:empty {
    display: none;
  }
  @container (min-width: 36rem) {
    .lines li {
      grid-template-columns: 6.5rem minmax(0, 1fr) auto;
    }
    .best {
      grid-column: 3;
    }
  }
`;
