// The viewer's controls: model, input, layer and head.
import { html, nothing, type TemplateResult } from 'lit';
import '../../ui/number-control.ts';
import type { StoredModel } from '../training/stored-session.ts';
import type { Look } from './look.ts';

export type Problems = Partial<Record<'tokens' | 'length' | 'layer', string>>;

/** The contents of the controls, good or not. */
interface Controls {
  models: readonly { model: StoredModel; name: string; isChosen: boolean }[];
  tokens: string;
  /** Its tokens are characters. */
  isText: boolean;
  length: number;
  layer: number;
  head: string;
  problems: Problems;
}

export interface ControlActions {
  chooseModel(model: StoredModel): void;
  setTokens(text: string): void;
  anotherExample(): void;
  setLength(length: number): void;
  setLayer(layer: number): void;
  setHead(head: string): void;
  /** Of a number that cannot be read. */
  setProblem(problem: Problems): void;
}

function headChoice(
  { options: { heads } }: Look,
  chosen: string,
  act: ControlActions,
): TemplateResult {
  const all = ['all', ...Array.from({ length: heads }, (_, n) => String(n + 1))];
  return html`<fieldset class="heads">
    <legend>head</legend>
    ${all.map(
      (head) =>
        html`<label
          ><input
            type="radio"
            name="head"
            value=${head}
            .checked=${head === chosen}
            @change=${() => act.setHead(head)}
          /><span>${head}</span></label
        >`,
    )}
  </fieldset>`;
}

export function viewerControls(
  seen: Look | null,
  controls: Controls,
  act: ControlActions,
): TemplateResult {
  const { problems } = controls;
  const { layers = 1, longest = 32 } = seen?.options ?? {};
  return html`<div class="set">
    <label class="model">
      model
      <select
        @change=${(event: Event) => {
          const chosen = controls.models[Number((event.target as HTMLSelectElement).value)];
          if (chosen) act.chooseModel(chosen.model);
        }}
      >
        ${controls.models.map(
          ({ name, isChosen }, n) =>
            html`<option value=${n} .selected=${isChosen}>${name}</option>`,
        )}
      </select>
    </label>
    <div class="input">
      <label for="tokens">${controls.isText ? 'text' : 'tokens'}</label>
      <input
        id="tokens"
        type="text"
        inputmode=${controls.isText ? 'text' : 'numeric'}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${Boolean(problems.tokens)}
        aria-describedby="problem-tokens"
        .value=${controls.tokens}
        @change=${(event: Event) => act.setTokens((event.target as HTMLInputElement).value)}
      />
      <button class="button" type="button" @click=${() => act.anotherExample()}>
        Another example
      </button>
      <p class="problem" id="problem-tokens" role="status">${problems.tokens ?? ''}</p>
    </div>
    <div class="controls">
      <posenc-number
        label="length"
        .slider=${{ min: 1, max: longest, step: 1 }}
        .value=${controls.length}
        .problem=${problems.length ?? ''}
        @set=${(event: CustomEvent<number>) => act.setLength(event.detail)}
        @unreadable=${(event: CustomEvent<string>) => act.setProblem({ length: event.detail })}
      ></posenc-number>
      ${
        layers > 1
          ? html`<posenc-number
              label="layer"
              .slider=${{ min: 1, max: layers, step: 1 }}
              .value=${controls.layer}
              .problem=${problems.layer ?? ''}
              @set=${(event: CustomEvent<number>) => act.setLayer(event.detail)}
              @unreadable=${(event: CustomEvent<string>) => act.setProblem({ layer: event.detail })}
            ></posenc-number>`
          : nothing
      }
    </div>
    ${seen ? headChoice(seen, controls.head, act) : nothing}
  </div>`;
}
