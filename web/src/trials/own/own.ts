import { html, LitElement } from 'lit';

export class PosencOwn extends LitElement {
  protected override render(): unknown {
    return html`<slot></slot>`;
  }
}

customElements.define('posenc-own', PosencOwn);
