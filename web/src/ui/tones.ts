import { css, type CSSResult, unsafeCSS } from 'lit';

/** What the dot beside a figure's caption can stand for: a color token without its prefix. */
export const tones = [
  'accent',
  'soft',
  'right',
  'wrong',
  'form',
  'sinusoidal',
  'learned',
  'rope',
  'alibi',
  't5',
] as const;
export type Tone = (typeof tones)[number];

/** The colors of `data-tone`: an attribute, because a still cannot have a style of its own. */
export const toneStyle: CSSResult = css`
  ${unsafeCSS(
    tones.map((tone) => `[data-tone='${tone}']{--tone:var(--posenc-${tone})}`).join('\n'),
  )}
`;
