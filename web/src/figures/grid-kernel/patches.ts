// Shared by figures of grids: the patch that the reader drags.
import type { Patch } from '../../plots/patches-plot.ts';
import { place } from '../../ui/parameters.ts';

/** Column and row of the query, on a grid with as many patches per side as the parameter `size` says. */
export function queryOn(size: string, x: number, y: number) {
  const coordinate = (label: string, value: number) =>
    ({
      ...place(label, value),
      least: 0,
      whole: true,
      sliderTo: (values: Record<string, unknown>) => Number(values[size]) - 1,
    }) as const;
  return {
    queryX: coordinate('column of the query', x),
    queryY: coordinate('row of the query', y),
  };
}

/** A sentence about a query that is not on the grid. */
export function withinGrid(
  { queryX, queryY }: { queryX: number; queryY: number },
  size: number,
): string | null {
  for (const [name, value] of [
    ['column', queryX],
    ['row', queryY],
  ] as const) {
    if (value >= size) {
      return `In this figure, the ${name} of the query must be from 0 to ${size - 1} but got ${value}.`;
    }
  }
  return null;
}

/** Patch n of a grid that is counted line by line. */
export const patchOf = (n: number, columns: number): Patch => ({
  row: Math.floor(n / columns),
  col: n % columns,
});
