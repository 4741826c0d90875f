// A small drawing for each exercise, for the map of all of them: what it is about, not data.
import { svg, type SVGTemplateResult } from 'lit';

const braces = 'M7 5 2 12l5 7M17 5l5 7-5 7';

/** Lines on a square of 24 by 24. */
const lines: Record<string, string> = {
  'e13.1': 'M12 3a9 9 0 1 0 .01 0M12 12l5.5-4.5',
  'e13.1-why': 'M3 7h8M13 17h8M3 4.5v5M11 4.5v5M13 14.5v5M21 14.5v5',
  'rope-chain': 'M4 19h17M4 19 14 5M12.5 19a8.5 8.5 0 0 0-3.6-6.9',
  'dft-peak': 'M3 20v-3M7.5 20v-5M12 20V3M16.5 20v-6M21 20v-3',
  similarities: 'M3 4c4 0 3 13 8 12s3-6 5.5-4 3 3 4.5 2',
  'shift-matrix': 'M4 4h7v7H4zM13 13h7v7h-7zM6 6.5h3M15 15.5h3',
  'alibi-slopes': 'M3 5 21 20M3 5l18 8M3 5l18 4M3 5h18',
  'table-parameters': 'M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
  'unfinished-pairs': 'M12 3a9 9 0 1 1-8.5 6M12 12V3M12 12 3.5 9',
  'axial-rope': 'M4 4h16v16H4zM12 4v16M4 12h16M8 8l8 8',
  prediction: 'M3 20c5 0 3-9 8-12M13.5 7.2l1.6-.6M17.5 6l1.7-.2M20.8 5.6h.4',
  'e13.2': 'M3 20C6 5 10 4 21 4M3 20c8-1 8-9 18-10M3 20c9 0 9-3 18-4M3 20h18',
  'practice-3': 'M3 12c2.3-8 4.5-8 6 0s4 8 6 0 3.7-8 6 0M5 20 19 4',
  'practice-4': 'M3 8c2.3-6 4.5-6 6 0s4 6 6 0 3.7-6 6 0M3 15h18v5H3zM9 15v5M15 15v5',
  'practice-5': 'M2 12c1.3-6 3.5-6 4.5 0s3 6 4.5 0M17.5 7.5a4.5 4.5 0 1 0 .01 0M17.5 12l2.5-3',
  longer: 'M3 12h9M12 6v12M14.5 12h1.5M18 12h1M21 12h.5M18.5 8.5 22 12l-3.5 3.5',
  text: 'M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2v14',
  layers: 'M12 4l9 4-9 4-9-4zM3 12l9 4 9-4M3 16l9 4 9-4',
  'code-alibi': `${braces}M9 9l6 6M9 9l6 3M9 9h6`,
  'code-sinusoidal': `${braces}M8.5 12c1.2-5 2.4-5 3.5 0s2.3 5 3.5 0`,
  'code-learned': `${braces}M9 9h6v6H9zM9 12h6`,
  'code-rope': `${braces}M12 8.5a3.5 3.5 0 1 0 .01 0M12 12l2-2`,
  'code-rope-2d': `${braces}M8.5 8.5h7v7h-7zM12 8.5v7M8.5 12h7`,
  'code-scores': `${braces}M9.5 15v-3M12 15V9M14.5 15v-4`,
  'debug-layout': `${braces}M9.5 9.5l5 5M14.5 9.5l-5 5`,
  'debug-added': `${braces}M12 9v6M9 12h6`,
  quiz: 'M8 9a4 4 0 1 1 5.6 3.7c-1 .5-1.6 1.2-1.6 2.3M12 18.5v.1',
};

export const pictureOf = (id: string): SVGTemplateResult => svg`<path d=${lines[id] ?? ''}></path>`;
