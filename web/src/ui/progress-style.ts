import { css } from 'lit';

/** Progress: a flat strip, in the color --done. */
export const progressStyle = css`
  progress {
    appearance: none;
    height: 0.4rem;
    border: 0;
    border-radius: 0.2rem;
    overflow: hidden;
    background: var(--posenc-line);
  }
  progress::-webkit-progress-bar {
    background: var(--posenc-line);
  }
  progress::-webkit-progress-value {
    background: var(--done, var(--posenc-accent));
  }
  progress::-moz-progress-bar {
    background: var(--done, var(--posenc-accent));
  }
  /* How much there is to do is not known. */
  progress:indeterminate {
    background: linear-gradient(90deg, var(--posenc-line), var(--posenc-accent), var(--posenc-line))
      0 / 50% 100%;
    animation: pass 1.6s linear infinite;
  }
  progress:indeterminate::-webkit-progress-bar {
    background: none;
  }
  progress:indeterminate::-moz-progress-bar {
    background: none;
  }
  @keyframes pass {
    to {
      background-position: 100% 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    progress:indeterminate {
      animation: none;
    }
  }
`;
