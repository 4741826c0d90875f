import { css } from 'lit';

/** Fields of a lab or a trial outside its controls. */
export const fieldStyle = css`
  select,
  .input input {
    box-sizing: border-box;
    width: 100%;
    min-width: 0;
    font: 500 0.85rem var(--posenc-sans);
    padding: 0.35rem 0.4rem;
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
`;

/** Sliders: a track that is filled up to a ring. `markSliders` says how far. */
export const sliderStyle = css`
  input[type='range'] {
    --rest: color-mix(in srgb, var(--posenc-field) 45%, var(--posenc-sheet));
    appearance: none;
    width: 100%;
    min-width: 0;
    height: 2.5rem;
    margin: 0;
    background: none;
    cursor: pointer;
    touch-action: pan-y;
    border-radius: 8px;
  }
  input::-webkit-slider-runnable-track {
    height: 0.5rem;
    border-radius: 1rem;
    background: linear-gradient(var(--posenc-accent) 0 0) 0 / var(--part, 0%) no-repeat var(--rest);
  }
  input::-moz-range-track {
    height: 0.5rem;
    border-radius: 1rem;
    background: linear-gradient(var(--posenc-accent) 0 0) 0 / var(--part, 0%) no-repeat var(--rest);
  }
  input::-webkit-slider-thumb {
    appearance: none;
    box-sizing: border-box;
    width: 1.7rem;
    height: 1.7rem;
    margin-top: -0.6rem;
    border: 4px solid var(--posenc-accent);
    border-radius: 50%;
    background: var(--posenc-sheet);
  }
  input::-moz-range-thumb {
    box-sizing: border-box;
    width: 1.7rem;
    height: 1.7rem;
    border: 4px solid var(--posenc-accent);
    border-radius: 50%;
    background: var(--posenc-sheet);
  }
  @media (forced-colors: active) {
    input[type='range'] {
      appearance: auto;
    }
  }
`;

/** The colored share of each slider's track. (A policy forbids styles in the markup.) */
export function markSliders(root: ParentNode): void {
  for (const slider of root.querySelectorAll<HTMLInputElement>('input[type=range]')) {
    const [min, max] = [Number(slider.min), Number(slider.max)];
    const part = max > min ? (slider.valueAsNumber - min) / (max - min) : 0;
    slider.style.setProperty('--part', `${100 * part}%`);
  }
}
