// The tokens of the example: a text, an image or a video, and a text again.
import type { MropeSegment } from '../../core/api.ts';

/** The three counters of M-RoPE, in the order of the core's columns. */
export const axes = [
  { letter: 't', name: 'time' },
  { letter: 'h', name: 'height' },
  { letter: 'w', name: 'width' },
] as const;

export const wordsBefore = ['What', 'is', 'in'] as const;
export const wordsAfter = ['?', 'A', 'whale', '.'] as const;
export const wordCount = wordsBefore.length + wordsAfter.length;

/** The patches between the texts. */
export interface Patches {
  frames: number;
  rows: number;
  columns: number;
}

export type Token = { word: string } | { frame: number; row: number; column: number };

const text = (words: readonly string[]): MropeSegment => ({
  kind: 'text',
  frames: 1,
  rows: 1,
  columns: words.length,
});

export const segmentsOf = (patches: Patches | null): MropeSegment[] => [
  text(wordsBefore),
  ...(patches ? [{ kind: 'patches', ...patches } as const] : []),
  text(wordsAfter),
];

export function tokensOf(patches: Patches | null): Token[] {
  const { frames, rows, columns } = patches ?? { frames: 0, rows: 0, columns: 0 };
  const counting = (count: number) => Array.from({ length: count }, (_, n) => n);
  return [
    ...wordsBefore.map((word) => ({ word })),
    ...counting(frames).flatMap((frame) =>
      counting(rows).flatMap((row) => counting(columns).map((column) => ({ frame, row, column }))),
    ),
    ...wordsAfter.map((word) => ({ word })),
  ];
}

/** A token in words: rows and columns count from 1. */
export function nameOf(token: Token | undefined, { frames }: Patches): string {
  if (!token) return '';
  if ('word' in token) return `“${token.word}”`;
  const frame = frames > 1 ? ` of frame ${token.frame + 1}` : '';
  return `patch in row ${token.row + 1} and column ${token.column + 1}${frame}`;
}
