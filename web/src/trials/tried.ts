import { html, LitElement } from 'lit';

export class PosencTried extends LitElement {
  protected override render(): unknown {
    return html`<slot></slot>`;
  }
}

customElements.define('posenc-tried', PosencTried);
