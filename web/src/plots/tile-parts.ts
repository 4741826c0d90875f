// Parts of plots of small matrices: equal cells as one path, masked squares, and a legend below.
import { svg, type TemplateResult } from 'lit';
import { type ColorScale, colorOf } from './colors.ts';
import { decimals } from './format.ts';

export const legendHeight = 62;
const ramp = { width: 120, steps: 8 };

interface Cells {
  rows: number;
  cols: number;
  /** Values that are not finite are not drawn. */
  values: ArrayLike<number>;
}

/**
 * A square of cells: a path for each color, not an element for each cell. Its numbers are those of rows and columns, which
 * pack well: every visit loads the stills.
 */
export function cellPaths(
  { rows, cols, values }: Cells,
  scale: ColorScale,
  side: number,
): TemplateResult {
  const paths = new Map<string, string[]>();
  // Most values occur in many cells: their color is made once.
  const ofValue = new Map<number, string[]>();
  const pathOf = (value: number): string[] => {
    const color = cssOf(colorOf(scale, value));
    const path = paths.get(color) ?? [];
    paths.set(color, path);
    ofValue.set(value, path);
    return path;
  };
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const value = values[row * cols + col] ?? NaN;
      if (!Number.isFinite(value)) continue;
      const path = ofValue.get(value) ?? pathOf(value);
      path.push(`M${col},${row}h1v1h-1z`);
    }
  }
  return svg`<g shape-rendering="crispEdges" transform="scale(${side / cols} ${side / rows})">
      ${[...paths].map(([color, path]) => svg`<path class="cells" fill=${color} d=${path.join('')} />`)}
    </g>`;
}

/** The empty cells, NaN, as one path, in rows and columns. */
export function emptyCells({ rows, cols, values }: Cells): string {
  const isEmpty = (row: number, col: number) => Number.isNaN(values[row * cols + col]);
  let path = '';
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      // As far as the cells are beside each other, they are one shape.
      const from = col;
      while (col < cols && isEmpty(row, col)) col++;
      if (col > from) path += `M${from},${row}H${col}v1H${from}z`;
    }
  }
  return path;
}

/** Slanted lines over a square, for what is masked in it. */
export function hatch(side: number): TemplateResult {
  const every = 7;
  const lines = Array.from({ length: Math.ceil((2 * side) / every) }, (_, n) => {
    const at = n * every;
    const from = at <= side ? `${at},0` : `${side},${at - side}`;
    const to = at <= side ? `0,${at}` : `${at - side},${side}`;
    return `M${from}L${to}`;
  });
  return svg`<path class="hatch" d=${lines.join('')} />`;
}

/** The colors of a scale; and what a masked cell means, if there are any. */
export function legendBelow(scale: ColorScale, top: number, masked: string): TemplateResult {
  const { lowest, highest, bent } = scale;
  const step = ramp.width / ramp.steps;
  const valueAt = (share: number) => bent?.at(share) ?? lowest + share * (highest - lowest);
  const value = (n: number) => valueAt((n + 0.5) / ramp.steps);
  const short = (one: number) => decimals(one, 2).replace(/\.?0+$/, '');
  const left = 7 * short(lowest).length + 8;
  const end = left + ramp.width;
  return svg`<text x="0" y=${top + 12}>${short(lowest)}</text>
      ${Array.from(
        { length: ramp.steps },
        (_, n) =>
          svg`<rect shape-rendering="crispEdges" fill=${cssOf(colorOf(scale, value(n)))} x=${left + n * step} y=${top + 2} width=${step} height="12" />`,
      )}
      <text x=${end + 6} y=${top + 12}>${short(highest)}</text>
      ${bent ? svg`<text x=${left + ramp.width / 2} y=${top + 28} text-anchor="middle">${short(valueAt(0.5))}</text>` : ''}
      ${
        masked === ''
          ? ''
          : svg`<g transform=${`translate(${end + 28} ${top + 2})`}>${hatch(12)}<rect class="frame" width="12" height="12" /></g>
      <text x=${end + 46} y=${top + 12}>${masked}</text>`
      }`;
}

/** A pixel, its bytes in the order of canvases, as a color in CSS. */
function cssOf(pixel: number): string {
  const [red = 0, green = 0, blue = 0, opacity = 0] = new Uint8Array(Uint32Array.of(pixel).buffer);
  const through = opacity === 255 ? '' : ` / ${opacity / 255}`;
  return `rgb(${red} ${green} ${blue}${through})`;
}
