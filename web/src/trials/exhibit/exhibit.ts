import { html, LitElement } from 'lit';

export class PosencExhibit extends LitElement {
  protected override render(): unknown {
    return html`<slot></slot>`;
  }
}

customElements.define('posenc-exhibit', PosencExhibit);
