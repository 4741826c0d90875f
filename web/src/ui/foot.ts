// Below every figure: how it was made, a link to its state, its data, and what can be taken away.
import { html, nothing, type TemplateResult } from 'lit';

/** What can be opened below a figure; each has the id of its name. */
export type FootPart = 'data' | 'how';

interface Foot {
  open: FootPart | null;
  /** Called with what is to be open from now on. */
  choose: (open: FootPart | null) => void;
  /** Null where there is nothing yet to tell. */
  how: (() => TemplateResult) | null;
  data: (() => TemplateResult) | null;
  link: string;
  takeLink: (event: Event) => void;
  /** Buttons in their order, by their words. */
  takes: readonly (readonly [words: string, take: () => void])[];
  /** What has just been done, as a sentence. */
  told: string;
}

export function foot({ open, choose, how, data, link, takeLink, takes, told }: Foot) {
  const toggle = (part: FootPart, words: string) =>
    html`<button
      type="button"
      aria-expanded=${open === part}
      aria-controls=${part}
      @click=${() => choose(open === part ? null : part)}
    >
      ${words}
    </button>`;
  return html`<div class="foot">
      ${how ? toggle('how', 'How this was computed') : nothing}
      <a href=${link} @click=${takeLink}>Link to this state</a>
      ${data ? toggle('data', open === 'data' ? 'Hide the data' : 'Show the data') : nothing}
      ${takes.map(([words, take]) => html`<button type="button" @click=${take}>${words}</button>`)}
      <span class="told" role="status">${told}</span>
    </div>
    ${how && open === 'how' ? how() : html`<div id="how" hidden></div>`}
    ${data && open === 'data' ? data() : html`<div id="data" hidden></div>`}`;
}
