// What a model answers, at each position or in one answer, as the viewer shows it.
import { html, type TemplateResult } from 'lit';
import { percent } from '../../plots/format.ts';
import type { Look } from './look.ts';
import { type Answered, answersOf } from './words.ts';

const verdictOf = ({ isRight }: Answered): string =>
  isRight === null ? 'unscored' : isRight ? 'right' : 'wrong';

export function answerList(seen: Look): TemplateResult {
  const answers = answersOf(seen);
  const [first] = answers;
  if (first?.position === null) {
    const { answer, probability, right } = first;
    return html`<p class="verdict ${verdictOf(first)}">
      The model answers <b>${answer}</b> with probability
      ${percent(probability, 1)}${
        first.isRight
          ? html`. <span class="mark">✓ right</span>`
          : html`. <span class="mark">✗ wrong, should be ${right}</span>`
      }
    </p>`;
  }
  return html`<p class="which" id="answers">
      At each position: token → the model’s answer, with its probability
    </p>
    <ol class="answers" aria-labelledby="answers">
      ${answers.map((one) => {
        const { position, token, answer, probability, right, isRight } = one;
        const verdict =
          isRight === null ? 'not scored' : isRight ? 'right' : `wrong, should be ${right}`;
        return html`<li class=${verdictOf(one)}>
          <span aria-hidden="true">
            <span class="pair">${token} → <b>${answer}</b></span>
            <small>${position}</small>
            <span class="mark"
              >${
                isRight === null
                  ? 'not scored'
                  : isRight
                    ? html`✓ ${percent(probability)}`
                    : html`✗ right: ${right}`
              }</span
            >
          </span>
          <span class="unseen"
            >position ${position}, token ${token}: answer ${answer}, ${percent(probability)},
            ${verdict}</span
          >
        </li>`;
      })}
    </ol>`;
}
