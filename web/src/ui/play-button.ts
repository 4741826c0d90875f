// The one button that plays something: round, at the left of the slider that it moves.
import { css, html, svg, type TemplateResult } from 'lit';

export interface Plays {
  playing: boolean;
  toggle: () => void;
}

export const playStyle = css`
  .play {
    flex: none;
    width: 2.75rem;
    height: 2.75rem;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: var(--posenc-accent);
    color: var(--posenc-paper);
    cursor: pointer;
  }
  .play svg {
    display: block;
    margin: auto;
    fill: currentColor;
  }
`;

/** @param what what it plays, as the label of its slider */
export const playButton = (
  what: string,
  { playing, toggle }: Plays,
  isPossible = true,
): TemplateResult =>
  html`<button
    class="play"
    type="button"
    aria-label=${`${playing ? 'Stop' : 'Play'} ${what}`}
    ?disabled=${!isPossible}
    @click=${toggle}
  >
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      ${playing ? svg`<path d="M2 1h3v10H2zM7 1h3v10H7z" />` : svg`<path d="M2 .5 11 6 2 11.5z" />`}
    </svg>
  </button>`;
