// The viewer's pictures: attention of all heads, or one head's scores and attention.
import { html, nothing, type TemplateResult } from 'lit';
import { diverging } from '../../plots/colors.ts';
import { percent } from '../../plots/format.ts';
import { sequential } from '../../plots/sequential.ts';
import '../../plots/tiles-plot.ts';
import type { Tile, TileCell } from '../../plots/tiles-plot.ts';
import { headOf, type Look, withoutMasked } from './look.ts';
import {
  type Answered,
  answersOf,
  attentionText,
  cellText,
  factsOf,
  schemeIn,
  scoresWithoutText,
} from './words.ts';

export const mostHeads = 8;

/** A layer, counted from 1, and one of its heads, counted from 1, or all. */
export interface Part {
  layer: number;
  head: string;
}

/** The heads in the picture, counted from 1. */
export function headsOf({ options: { heads } }: Look, head: string): number[] {
  const all = Array.from({ length: heads }, (_, n) => n + 1);
  return head === 'all' ? all.slice(0, mostHeads) : [Number(head)];
}

function tilesPlot(
  seen: Look,
  part: Part,
  {
    name,
    tiles,
    heads,
    scale,
    masked,
    summary,
  }: {
    name: string;
    tiles: Tile[];
    heads: readonly number[];
    scale: ReturnType<typeof sequential>;
    /** The meaning of an empty cell. */
    masked: string;
    summary: string;
  },
): TemplateResult {
  const size = seen.tokens.length;
  const hasMasked = tiles.some(({ values }) =>
    Array.from(values).some((value) => !Number.isFinite(value)),
  );
  const describe = ({ tile, row, col }: TileCell) => {
    const head = heads[tile] ?? heads[0] ?? 1;
    const of = part.head === 'all' ? `head ${head}: ` : '';
    return `${of}${cellText(seen, part.layer, head, { row, col })}`;
  };
  return html`<posenc-tiles-plot
    data-plot
    label=${name}
    .summary=${summary}
    .tiles=${tiles}
    .rows=${size}
    .cols=${size}
    .scale=${scale}
    axes="rows look at columns"
    masked=${hasMasked ? masked : ''}
    .describe=${describe}
  ></posenc-tiles-plot>`;
}

/** The pictures of a part of the model; nothing where the model has no such layer. */
export function attentionPicture(seen: Look, part: Part): TemplateResult | typeof nothing {
  const { trace } = seen;
  const { layer } = part;
  const [before, scores, attention] = [trace.before, trace.scores, trace.attention].map(
    (all) => all[layer - 1],
  );
  if (!before || !scores || !attention) return nothing;
  const heads = headsOf(seen, part.head);
  const attentionOf = (head: number) =>
    withoutMasked(headOf(attention, head - 1), headOf(scores, head - 1));
  const words = heads.map((head) => attentionText(seen, layer, head)).join(' ');
  const [head = 1] = heads;
  if (part.head === 'all') {
    const tiles = heads.map((one) => ({ name: `head ${one}`, values: attentionOf(one) }));
    return html`<div class="pictures">
      ${tilesPlot(seen, part, {
        name: 'Attention of each head',
        tiles,
        heads,
        scale: sequential(0, 1),
        masked: 'masked',
        summary: words,
      })}
    </div>`;
  }
  const both = [
    { name: 'before the scheme', values: headOf(before, head - 1) },
    {
      name: `with ${factsOf(schemeIn(seen, layer)).withinSentence}`,
      values: headOf(scores, head - 1),
    },
  ];
  const finite = both.flatMap(({ values }) => Array.from(values)).filter(Number.isFinite);
  const largest = finite.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // A round number is easier to read.
  const limit = largest > 1 ? Math.ceil(largest) : 1;
  return html`<div class="pictures one">
    ${tilesPlot(seen, part, {
      name: `Scores of head ${head}, before the scheme and with it`,
      tiles: both,
      heads: [head, head],
      scale: diverging(limit),
      masked: 'masked, −∞',
      summary: scoresWithoutText(seen, layer),
    })}
    ${tilesPlot(seen, part, {
      name: `Attention of head ${head}`,
      tiles: [{ name: 'attention', values: attentionOf(head) }],
      heads: [head],
      scale: sequential(0, 1),
      masked: 'none',
      summary: words,
    })}
  </div>`;
}

// The answers of a model, at each position or in one answer.

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
