import { html, LitElement } from 'lit';

export class PosencClaim extends LitElement {
  protected override render(): unknown {
    return html`<slot></slot>`;
  }
}

customElements.define('posenc-claim', PosencClaim);
