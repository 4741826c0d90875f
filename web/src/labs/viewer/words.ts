import { decimals, percent, quantity } from '../../plots/format.ts';
import { schemes as allSchemes } from '../../registry.ts';
import type { DataTable } from '../../ui/download.ts';
import { idOf, schemeOf } from '../training/schemes.ts';
import { headOf, type Look } from './look.ts';

export function factsOf(name: string): (typeof allSchemes)[number] {
  const facts = allSchemes.find((scheme) => scheme.name === name);
  if (!facts) throw new Error(`no scheme ${name}`);
  return facts;
}

/** The scheme of a layer, counted from 1. */
export const schemeIn = ({ options: { scheme, layerSchemes } }: Look, layer: number): string =>
  layerSchemes[layer - 1] ?? scheme;

/** "RoPE", "no positions", "RoPE/none" */
const withinSentence = ({ options }: Look): string =>
  options.layerSchemes.length > 0
    ? schemeOf(idOf(options)).name
    : factsOf(options.scheme).withinSentence;

export const scoresWithoutText = (look: Look, layer: number): string =>
  `Before the scheme: ${factsOf(schemeIn(look, layer)).scoresWithout}`;

/** A token as it is shown. */
const tokenText = ({ symbols }: Look, token: number): string => symbols[token] ?? String(token);

const tokenAt = (look: Look, position: number): string =>
  tokenText(look, look.tokens[position] ?? NaN);

/** The input as it stands in its box. */
export const inputText = (look: Look): string =>
  look.symbols.length > 0
    ? look.tokens.map((_, n) => tokenAt(look, n).replace('␣', ' ')).join('')
    : look.tokens.join(' ');

/** The characters of such a text: a box has no lines. */
export const charactersIn = (box: string): string => box.replaceAll('↵', '\n').replaceAll('␣', ' ');

/** Of the task order, which has one answer. */
const orders = ['not ascending', 'ascending'];

const isOrder = ({ options }: Look): boolean => options.examples === 'order';

const answerText = (look: Look, answer: number): string =>
  isOrder(look) ? (orders[answer] ?? String(answer)) : tokenText(look, answer);

export interface Answered {
  /** Null where there is one answer in all. */
  position: number | null;
  token: string | null;
  answer: string;
  probability: number;
  /** Null where nothing is scored. */
  right: string | null;
  isRight: boolean | null;
}

export const answersOf = (look: Look): Answered[] =>
  Array.from(look.trace.answers, (answer, n) => {
    const target = look.trace.targets[n] ?? -1;
    const isScored = target !== -1;
    return {
      position: isOrder(look) ? null : n,
      token: isOrder(look) ? null : tokenAt(look, n),
      answer: answerText(look, answer),
      probability: look.trace.probabilities[n] ?? NaN,
      right: isScored ? answerText(look, target) : null,
      isRight: isScored ? answer === target : null,
    };
  });

/** Which answers are right, in a badge. */
export function badgeOf(look: Look): string {
  const scored = answersOf(look).filter(({ isRight }) => isRight !== null);
  const [first] = scored;
  if (!first) return 'Nothing here is scored';
  const wrong = scored.filter(({ isRight }) => !isRight).length;
  if (scored.length === 1) return `${wrong === 0 ? 'Right' : 'Wrong'}: ${first.answer}`;
  return wrong === 0
    ? `All ${scored.length} answers right`
    : `${wrong} of ${scored.length} answers wrong`;
}

/** Below the badge: whose answers to what. */
export function lineOf(look: Look): string {
  const { name } = schemeOf(idOf(look.options));
  const model = name.replace(/^./, (letter) => letter.toUpperCase());
  const title = look.task.title.replace(/[.?!]$/, '');
  return `${model}, ${title}: ${look.isExample ? 'a test example' : 'your own input'}.`;
}

/** The badge and the line below it, in one sentence. */
export function findingOf(look: Look): string {
  const name = schemeOf(idOf(look.options)).name.replace(/^./, (letter) => letter.toUpperCase());
  const title = look.task.title.replace(/[.?!]$/, '');
  const [first, ...others] = answersOf(look);
  if (!first) return title;
  if (isOrder(look)) {
    const verdict = first.isRight ? 'correctly' : 'wrongly';
    const called = `${first.answer} (${percent(first.probability)})`;
    return `With ${withinSentence(look)}, the model ${verdict} calls this row ${called}`;
  }
  const scored = [first, ...others].filter(({ isRight }) => isRight !== null);
  if (scored.length === 0) return `${name}, ${title}: nothing here is scored`;
  const wrong = scored.filter(({ isRight }) => !isRight);
  return wrong.length === 0
    ? `${name}, ${title}: ${scored.length > 1 ? `all ${scored.length} answers` : 'the only answer is'} right`
    : `${name}, ${title}: ${wrong.length} of ${scored.length} answers wrong`;
}

export function subOf(look: Look, layer: number): string {
  const { options, tokens, isExample } = look;
  const { trainShortest, trainLongest, layers, heads, dModel, seed } = options;
  const lengths =
    trainShortest === trainLongest
      ? `length ${trainLongest}`
      : `lengths ${trainShortest} to ${trainLongest}`;
  const what = isExample ? 'a test example' : 'your own input';
  return `Layer ${layer} of ${layers}, ${quantity(heads, 'head')}, d = ${dModel}, trained at ${lengths} with seed ${seed}; ${quantity(tokens.length, 'token')}, ${what}`;
}

const place = (look: Look, position: number): string =>
  `position ${position} (token ${tokenAt(look, position)})`;

export function cellText(
  look: Look,
  layer: number,
  head: number,
  { row, col }: { row: number; col: number },
): string {
  const at = (values: Float64Array) => values[row * look.tokens.length + col] ?? NaN;
  const { trace } = look;
  const scheme = schemeIn(look, layer);
  const [before, scores, attention] = [trace.before, trace.scores, trace.attention].map((all) => {
    const ofLayer = all[layer - 1];
    return ofLayer ? at(headOf(ofLayer, head - 1)) : NaN;
  });
  const [from, to] = [place(look, row), place(look, col)];
  const name = factsOf(scheme).withinSentence;
  if (scores === -Infinity) {
    const unscored =
      before === -Infinity
        ? 'masked'
        : `score ${decimals(before ?? NaN, 2)} before the scheme, masked by ${name}`;
    return `${from} cannot look at ${to}: ${unscored}`;
  }
  const [first, second] = [decimals(before ?? NaN, 2), decimals(scores ?? NaN, 2)];
  const score =
    scheme === 'none'
      ? `score ${second}`
      : `score ${first} before the scheme, ${second} with ${name}`;
  return `${from} looks at ${to}: ${score}, attention ${percent(attention ?? NaN)}`;
}

/** Below this share of its attention a position is not said to look somewhere. */
const leastNamedShare = 0.2;
/** More rows than this are not named. */
const mostNamedRows = 16;

export function attentionText(look: Look, layer: number, head: number): string {
  const ofLayer = look.trace.attention[layer - 1];
  if (!ofLayer) return '';
  const values = headOf(ofLayer, head - 1);
  const size = look.tokens.length;
  const rows = look.tokens.slice(0, mostNamedRows).map((_, row) => {
    const most = [...values.subarray(row * size, (row + 1) * size).entries()]
      .filter(([, share]) => share >= leastNamedShare)
      .sort(([, a], [, b]) => b - a)
      .map(([col, share]) => `${col} (${percent(share)})`);
    return `position ${row} looks at ${most.length > 0 ? most.join(' and ') : 'many positions, a little at each'}`;
  });
  const rest = size > mostNamedRows ? `; and so on up to position ${size - 1}` : '';
  return `In head ${head}, ${rows.join('; ')}${rest}.`;
}

/** A row for each query and key of the heads that are shown. */
export function attentionTable(look: Look, layer: number, heads: readonly number[]): DataTable {
  const { tokens, trace } = look;
  const size = tokens.length;
  const [before, scores, attention] = [trace.before, trace.scores, trace.attention].map(
    (all) => all[layer - 1]?.values,
  );
  const score = (value: number | undefined) => (value === -Infinity ? 'masked' : (value ?? ''));
  return {
    head: [
      'layer',
      'head',
      'position',
      'token',
      'looks at position',
      'its token',
      'score before',
      'score with the scheme',
      'attention',
    ],
    count: heads.length * size * size,
    row: (n) => {
      const head = heads[Math.floor(n / (size * size))] ?? 1;
      const cell = n % (size * size);
      const [row, col] = [Math.floor(cell / size), cell % size];
      const at = (head - 1) * size * size + cell;
      return [
        layer,
        head,
        row,
        tokenAt(look, row),
        col,
        tokenAt(look, col),
        score(before?.[at]),
        score(scores?.[at]),
        attention?.[at] ?? '',
      ];
    },
  };
}

export function answerTable(look: Look): DataTable {
  const answers = answersOf(look);
  return {
    head: ['position', 'token', 'answer', 'its probability', 'right answer', 'right'],
    count: answers.length,
    row: (n) => {
      const one = answers[n];
      if (!one) return [];
      const verdict = one.isRight === null ? '' : one.isRight ? 'yes' : 'no';
      return [
        one.position ?? 'all',
        one.token ?? inputText(look),
        one.answer,
        one.probability,
        one.right ?? 'not scored',
        verdict,
      ];
    },
  };
}
