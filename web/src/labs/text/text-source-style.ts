import { css } from 'lit';

export const textSourceStyle = css`
  :host {
    container: source / inline-size;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 0.5rem;
    margin: 0.2rem 0 0;
  }
  .button {
    overflow-wrap: anywhere;
    text-align: start;
  }
  .about {
    display: grid;
    gap: 0.9rem 2rem;
    margin: 0.9rem 0 0;
  }
  @container source (min-width: 44rem) {
    .about {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
  }
  .which {
    margin: 0 0 0.4rem;
    font-weight: 600;
  }
  .alphabet {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .alphabet li {
    box-sizing: border-box;
    min-width: 1.6rem;
    padding: 0.1rem 0.35rem;
    border: 1px solid var(--posenc-line);
    border-radius: 5px;
    background: var(--posenc-paper);
    font: 500 0.85rem/1.5 var(--posenc-mono);
    text-align: center;
  }
  .alphabet .named {
    font-family: var(--posenc-sans);
    font-size: 0.75rem;
    line-height: 1.7;
    color: var(--posenc-soft);
  }
  .soft {
    margin: 0.5rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  .soft progress {
    width: 8rem;
    vertical-align: 0.1em;
  }
  dl {
    margin: 0;
  }
  .about dl div {
    display: grid;
    grid-template-columns: 5.2rem minmax(0, 1fr);
    gap: 0.2rem 0.8rem;
    padding: 0.3rem 0;
    border-top: 1px solid var(--posenc-line);
  }
  .about dt {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .about dd {
    margin: 0;
    color: var(--posenc-soft);
  }
`;
