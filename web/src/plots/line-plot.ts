import { nice, ticks } from 'd3-array';
import { html, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { plain, significant, superscript, tenth } from './format.ts';
import { dots } from './marks.ts';
import {
  bandPath,
  linear,
  linePath,
  logarithmic,
  placesOf,
  powersAround,
  type Scale,
  type Span,
} from './scale.ts';
import { type Margins, Plot, type Step } from './plot.ts';

export interface Series {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** A color token without the dashes, such as `sinusoidal`. */
  color: string;
  /** The upper edge of a band; y is the lower one. */
  to?: ArrayLike<number>;
  /** A rule goes across the whole plot, at its one value; stems stand on 0; a band lies between y and `to`. */
  as: 'line' | 'points' | 'dashed' | 'rule' | 'stems' | 'band';
  /** Of a line: 2 px by default. One `beneath` another is so wide and pale that both are seen. */
  weight?: 'thin' | 'thick' | 'beneath';
  /** Also a point at each of its values. */
  marked?: boolean;
  /** Its points stand out. */
  large?: boolean;
  /** Its points are rings, which differ from full ones even without color. */
  hollow?: boolean;
  /** Of its points: circles by default. Other shapes differ even without color. */
  shape?: 'circle' | 'diamond' | 'square';
  /** Its name is right beside its last point, not in the margin. */
  beside?: boolean;
  /** A rule's name is inside the plot, not beside it: below its end, or above its start. */
  within?: boolean | 'start';
}

export interface LineAxis {
  title: string;
  /** Linear by default. */
  scale?: 'linear' | 'log';
  /** Of a logarithmic one, which begins and ends at powers of it: 10 by default. */
  base?: 2 | 10;
  /** Its marks are whole numbers. (Across they are where all stops are.) */
  isWhole?: boolean;
  /** The axis includes at least this. */
  domain?: readonly [number, number];
  mark?: (value: number) => string;
  /** The places of its marks; those that do not fit are left out. By default at round numbers. */
  at?: readonly number[];
}

/** A part of the axis across that differs from the rest. */
export interface Stretch {
  from: number;
  to: number;
  /** At its end, as a name of what begins there. */
  name: string;
  /** Above its middle, as a name of itself. */
  above?: string;
}

/**
 * Curves over a common axis, each with its name at its end.
 *
 * `series`, `across`, `up`, `stretch`, `stops` (where it can be read, in rising order) and `describe` (the values at a
 * stop in words) are properties.
 */
export class PosencLinePlot extends Plot<number> {
  static override properties = {
    series: { attribute: false },
    across: { attribute: false },
    up: { attribute: false },
    stretch: { attribute: false },
    stops: { attribute: false },
  };

  declare series: readonly Series[];
  declare across: LineAxis;
  declare up: LineAxis;
  declare stretch: Stretch | null;
  declare stops: ArrayLike<number>;

  constructor() {
    super();
    this.series = [];
    this.across = { title: '' };
    this.up = { title: '' };
    this.stretch = null;
    this.stops = [];
  }

  private get margins(): Margins {
    const outside = this.series.filter(({ within, beside }) => !within && !beside);
    const names = outside.reduce((most, { name }) => Math.max(most, name.length), 0);
    const room = Math.min(7.6 * names + 22, this.width / 3);
    return { top: 30, right: room, bottom: 38, left: 44 };
  }

  private scales() {
    const { left, right, top, bottom } = this.margins;
    const domainOf = (axis: LineAxis, values: ArrayLike<number>[]): Span => {
      let [lowest, highest] = [Infinity, -Infinity];
      for (const some of [axis.domain ?? [], ...values]) {
        for (let n = 0; n < some.length; n++) {
          const value = some[n];
          if (value === undefined || !isOn(axis, value)) continue;
          lowest = Math.min(lowest, value);
          highest = Math.max(highest, value);
        }
      }
      return lowest > highest ? [1, 1] : [lowest, highest];
    };
    const scaleOf = ({ scale }: LineAxis, domain: Span, range: Span): Scale =>
      (scale === 'log' ? logarithmic : linear)(domain, range);
    const xs = this.series.map(({ x }) => x);
    const ys = this.series.flatMap(({ y, to }) => (to ? [y, to] : [y]));
    const across = domainOf(this.across, xs);
    const up = roundedOut(this.up, domainOf(this.up, ys));
    return {
      x: scaleOf(this.across, across, [left, this.width - right]),
      y: scaleOf(this.up, up, [this.height - bottom, top]),
    };
  }

  protected override placeAt(x: number): number | null {
    const at = this.scales().x;
    let nearest: number | null = null;
    for (let stop = 0; stop < this.stops.length; stop++) {
      const distance = Math.abs(at(this.stops[stop] ?? 0) - x);
      if (nearest === null || distance < Math.abs(at(this.stops[nearest] ?? 0) - x)) nearest = stop;
    }
    return nearest;
  }

  protected override placeAfter(place: number | null, { across, down }: Step): number {
    const first = Math.floor(this.stops.length / 2);
    if (place === null) return first;
    return Math.max(0, Math.min(this.stops.length - 1, place + (across || -down)));
  }

  protected override holds(place: number): boolean {
    return place < this.stops.length;
  }

  private path({ x, y }: Series, scales: ReturnType<PosencLinePlot['scales']>): string {
    return linePath(
      placesOf(x, scales.x),
      placesOf(y, scales.y),
      (n) => isOn(this.across, x[n]) && isOn(this.up, y[n]),
    );
  }

  private band({ x, y, to, color }: Series, scales: ReturnType<PosencLinePlot['scales']>) {
    const path = bandPath(
      placesOf(x, scales.x),
      placesOf(y, scales.y),
      placesOf(to ?? [], scales.y),
      (n) => isOn(this.up, y[n]) && isOn(this.up, to?.[n]),
    );
    return svg`<path class="band" fill=${`var(--posenc-${color})`} d=${path} />`;
  }

  /** The places of the curves' names: at their ends, without overlap. */
  private names(scales: ReturnType<PosencLinePlot['scales']>) {
    const between = 15;
    const ends = this.series
      .filter(
        ({ name, within, beside, y }) =>
          name && !within && !beside && Array.from(y).some((value) => isOn(this.up, value)),
      )
      .map((one) => {
        let last = one.y.length - 1;
        while (last > 0 && !isOn(this.up, one.y[last])) last--;
        const at = scales.y(one.y[last] ?? 0);
        return { ...one, at, tip: { x: scales.x(one.x[last] ?? 0), y: at } };
      })
      .sort((a, b) => a.at - b.at || lastDifference(a, b));
    for (const [n, end] of ends.entries()) {
      const above = ends[n - 1];
      if (above) end.at = Math.max(end.at, above.at + between);
    }
    // Names that would be below the plot push up the ones above them, as far as necessary.
    let lowest = this.height - this.margins.bottom;
    for (const end of ends.reverse()) {
      end.at = Math.min(end.at, lowest);
      lowest = end.at - between;
    }
    return ends;
  }

  private marks(one: Series, scales: ReturnType<PosencLinePlot['scales']>) {
    const color = `var(--posenc-${one.color})`;
    const [across, up] = [placesOf(one.x, scales.x), placesOf(one.y, scales.y)];
    const places: [x: number, y: number][] = [];
    for (const [n, x] of across.entries()) {
      if (isOn(this.up, one.y[n])) places.push([tenth(x), tenth(up[n] ?? 0)]);
    }
    const { hollow, shape = 'circle' } = one;
    if (!hollow && shape === 'circle') return dots(places, { color, radius: radiusOf(one) });
    const points = places.map(([x, y]) => point(one, x, y));
    return hollow
      ? svg`<g fill="none" stroke=${color} stroke-width="1.3">${points}</g>`
      : svg`<g fill=${color}>${points}</g>`;
  }

  /** From 0 to each of its values, in one path. */
  private stems({ x, y, color, weight }: Series, scales: ReturnType<PosencLinePlot['scales']>) {
    const zero = tenth(scales.y(0));
    const path = Array.from(
      { length: x.length },
      (_, n) => `M${tenth(scales.x(x[n] ?? 0))},${zero}V${tenth(scales.y(y[n] ?? 0))}`,
    );
    return svg`<path class=${`line ${weight ?? ''}`} stroke=${`var(--posenc-${color})`} d=${path.join('')} />`;
  }

  /** A name beside the last point, on the side where there is more room. */
  private nameBeside({ name, x, y, color }: Series, scales: ReturnType<PosencLinePlot['scales']>) {
    const last = y.length - 1;
    const at = scales.x(x[last] ?? 0);
    const left = at > this.width / 2;
    return svg`<g fill=${`var(--posenc-${color})`}><text class="series" x=${left ? at - 9 : at + 9} y=${scales.y(y[last] ?? 0) + 4} text-anchor=${left ? 'end' : 'start'}>${name}</text></g>`;
  }

  private stretched(scales: ReturnType<PosencLinePlot['scales']>, floor: number, ceiling: number) {
    if (!this.stretch) return '';
    const { from, to, name, above } = this.stretch;
    const [x1, x2] = [scales.x(from), scales.x(to)];
    const half = above ? 3.6 * above.length : 0;
    const middle = Math.min((x1 + x2) / 2, this.width - half);
    return svg`<rect class="stretch" x=${x1} y=${ceiling} width=${x2 - x1} height=${floor - ceiling} />
      <line class="border" x1=${x2} x2=${x2} y1=${ceiling} y2=${floor} />
      ${name ? svg`<text x=${x2 + 6} y=${floor - 8}>${name}</text>` : ''}
      ${above ? svg`<text x=${middle} y=${ceiling - 6} text-anchor="middle">${above}</text>` : ''}`;
  }

  private ticks(scale: Scale, axis: LineAxis, room: number): number[] {
    if (axis.at) {
      const wide = axis.at.reduce(
        (most, value) => Math.max(most, 7 * tick(value, axis).length + 4),
        minMarkDistance,
      );
      return apart(axis.at, scale, axis === this.up ? minMarkDistance : wide);
    }
    if (axis.scale === 'log') return powers(scale.domain, room);
    const round = ticks(...scale.domain, Math.max(2, room));
    const isWhole = axis.isWhole ?? (axis === this.across && areWhole(this.stops));
    return isWhole ? round.filter(Number.isInteger) : round;
  }

  /** The marks of an axis with their names, drawn anew only where something of the axis has changed. */
  private axis(axis: LineAxis, scale: Scale, draw: (value: number) => TemplateResult) {
    const [from, to] = scale.range;
    const { at, mark } = axis;
    const size = [this.width, this.height, this.margins.right];
    const drawnFor = [...scale.domain, from, to, ...size, at, mark, axis.scale, this.stops];
    const room = Math.abs(to - from) / (axis === this.up ? 34 : 56);
    return guard(drawnFor, () => this.ticks(scale, axis, room).map(draw));
  }

  protected override picture(): TemplateResult {
    const scales = this.scales();
    const { left, right, bottom } = this.margins;
    const [floor, ceiling] = [this.height - bottom, this.margins.top];
    const end = this.width - right;
    const { place } = this;
    const stop = place === null ? null : (this.stops[place] ?? null);
    return html`<svg width=${this.width} height=${this.height} aria-hidden="true">
      ${this.stretched(scales, floor, ceiling)}
      ${this.axis(
        this.up,
        scales.y,
        (value) => svg`
          <line class=${value === 0 ? 'zero' : 'grid'} x1=${left} x2=${end} y1=${scales.y(value)} y2=${scales.y(value)} />
          <text x=${left - 7} y=${scales.y(value) + 4} text-anchor="end">${written(value, this.up)}</text>`,
      )}
      ${this.axis(
        this.across,
        scales.x,
        (value) => svg`
          <line class="grid" x1=${scales.x(value)} x2=${scales.x(value)} y1=${floor} y2=${floor + 4} />
          <text x=${scales.x(value)} y=${floor + 17} text-anchor="middle">${written(value, this.across)}</text>`,
      )}
      <text class="name" x=${(left + end) / 2} y=${this.height - 4} text-anchor="middle">
        ${this.across.title}
      </text>
      <text class="name" x="0" y="11">${this.up.title}</text>
      ${this.series.map((one) => {
        if (one.as === 'points') {
          const name = one.beside && one.y.length > 0 ? this.nameBeside(one, scales) : '';
          return [this.marks(one, scales), name];
        }
        if (one.as === 'band') return this.band(one, scales);
        if (one.as === 'stems') {
          return [this.stems(one, scales), one.marked ? this.marks(one, scales) : ''];
        }
        if (one.as === 'rule') {
          const y = scales.y(one.y[0] ?? 0);
          return svg`<line class="line dashed" stroke=${`var(--posenc-${one.color})`} x1=${left} x2=${end} y1=${y} y2=${y} />${
            one.within
              ? one.within === 'start'
                ? svg`<text x=${left + 4} y=${y - 6}>${one.name}</text>`
                : svg`<text x=${end - 4} y=${y + 15} text-anchor="end">${one.name}</text>`
              : ''
          }`;
        }
        const path = this.path(one, scales);
        return svg`<path class=${`line ${one.as} ${one.weight ?? ''}`} stroke=${`var(--posenc-${one.color})`} d=${path} />${
          one.marked ? this.marks(one, scales) : ''
        }`;
      })}
      ${this.names(scales).map(
        ({ name, at, color, tip, as }) => svg`<g fill=${`var(--posenc-${color})`}>
          ${
            as !== 'rule' && end - tip.x >= 8
              ? svg`<line class="leader" stroke=${`var(--posenc-${color})`} x1=${tip.x + 3} y1=${tip.y} x2=${end + 4} y2=${at} />`
              : Math.abs(at - tip.y) < moved
                ? ''
                : svg`<path class="name-line" stroke=${`var(--posenc-${color})`} d=${`M${end + 2},${tenth(tip.y)}L${end + nameGap - 2},${tenth(at)}`} />`
          }
          <text class="series" x=${end + nameGap} y=${at + 4}>${name}</text></g>`,
      )}
      ${
        stop === null
          ? ''
          : svg`<line class="cursor" x1=${scales.x(stop)} x2=${scales.x(stop)} y1=${ceiling} y2=${floor} />`
      }
    </svg>`;
  }
}

/** A logarithmic axis has no place for zero. */
const isOn = ({ scale }: LineAxis, value: number | undefined): boolean =>
  value !== undefined && Number.isFinite(value) && (scale !== 'log' || value > 0);

/** A domain that ends at round numbers. */
const roundedOut = ({ scale, base = 10 }: LineAxis, domain: Span): Span =>
  scale === 'log' ? powersAround(domain, base) : nice(...domain, 4);

const minMarkDistance = 22;

/** From the end of the curves to their names. */
const nameGap = 14;
/** From so far from its curve, a name has a line to it. */
const moved = 4;

const areWhole = (values: ArrayLike<number>): boolean =>
  values.length > 0 && Array.from(values).every(Number.isInteger);

/** Where two curves with the same end were apart last: below 0 if the first was above. */
function lastDifference({ y: one }: Series, { y: other }: Series): number {
  for (let back = 1; back <= Math.min(one.length, other.length); back++) {
    const difference = (other[other.length - back] ?? 0) - (one[one.length - back] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

const radiusOf = ({ large }: Series): number => (large ? 7 : 3.2);

function point(series: Series, x: number, y: number) {
  const { shape } = series;
  if (shape === 'diamond') return svg`<path d=${`M${x},${y - 4.6}l4.6,4.6l-4.6,4.6l-4.6,-4.6z`} />`;
  if (shape === 'square') return svg`<rect x=${x - 3} y=${y - 3} width="6" height="6" />`;
  return svg`<circle cx=${x} cy=${y} r=${radiusOf(series)} />`;
}

const tick = (value: number, axis: LineAxis): string =>
  axis.mark?.(value) ??
  (axis.scale === 'log' ? `10${superscript(exponentOf(value))}` : significant(value, 4));

/** A superscript's own characters are too small to tell one from another. */
const written = (value: number, axis: LineAxis) =>
  axis.scale === 'log' && !axis.mark
    ? svg`10<tspan dy="-4" font-size="10">${plain(exponentOf(value))}</tspan>`
    : tick(value, axis);

/** The marks that are on the axis and do not overlap. */
function apart(marks: readonly number[], scale: Scale, least: number): number[] {
  const [lowest, highest] = scale.domain;
  const within = marks.filter((mark) => mark >= lowest && mark <= highest);
  return within.reduce<number[]>((spaced, mark) => {
    const last = spaced[spaced.length - 1];
    return last !== undefined && Math.abs(scale(mark) - scale(last)) < least
      ? spaced
      : [...spaced, mark];
  }, []);
}

/** Powers of ten within a domain, as many as there is room for. */
function powers([lowest, highest]: Span, room: number): number[] {
  const first = exponentOf(lowest) + (lowest > Number(`1e${exponentOf(lowest)}`) ? 1 : 0);
  const last = exponentOf(highest);
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, room)));
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, n) =>
    Number(`1e${first + n * every}`),
  );
}

const exponentOf = (value: number): number => Number(value.toExponential().split('e')[1]);

customElements.define('posenc-line-plot', PosencLinePlot);
