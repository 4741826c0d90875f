import { html, type TemplateResult } from 'lit';
import type { Scheme } from './schemes.ts';

/** How the curves of a scheme look. (Its color is in the page's style sheet, by its name.) */
export const swatch = ({ color, as }: Scheme): TemplateResult =>
  html`<svg class="swatch" width="20" height="8" aria-hidden="true">
    <line
      x1="0"
      x2="20"
      y1="4"
      y2="4"
      stroke="var(--posenc-${color})"
      stroke-width="3"
      stroke-dasharray=${as === 'dashed' ? '5 3' : 'none'}
    />
  </svg>`;
