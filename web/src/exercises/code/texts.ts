// How each exercise in code is put to the learner, and the program that it begins with.
import { html, type TemplateResult } from 'lit';

export interface CodeText {
  title: string;
  task: TemplateResult;
  /** What to take away when all is right. */
  closing: TemplateResult;
  start: string;
  /** What rows, columns and tables of a result are. */
  axes: { row: string; col: string; table: string };
}

const waves = `import math


def sinusoidal_encoding(positions, d, base=10000.0):
    """A list of d numbers for each of the positions 0, 1, 2, ..."""
    table = []
    # Your turn: sines in the even columns, cosines in the odd ones.
    return table
`;

const turn = `import math


def apply_rope(x, position, base=10000.0):
    """x as RoPE turns it at a position: a list as long as x."""
    turned = list(x)
    # Your turn: the neighbours 2i and 2i + 1 are a pair.
    return turned
`;

const bias = `def alibi_bias(n_heads, seq_len, causal=False):
    """For each head a table: bias[head][query][key]."""
    bias = []
    # Your turn. float("-inf") masks a key.
    return bias
`;

const layout = `import math


def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
    cos = [math.cos(pos * w[j // 2]) for j in range(d)]
    sin = [math.sin(pos * w[j // 2]) for j in range(d)]
    a, b = q[:d // 2], q[d // 2:]
    turned = [-x for x in b] + a
    return [q[j] * cos[j] + turned[j] * sin[j] for j in range(d)]
`;

const added = `import math


def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
    f = [pos * w[j // 2] for j in range(d)]
    turned = [-q[j + 1] if j % 2 == 0 else q[j - 1] for j in range(d)]
    return [q[j] + turned[j] * f[j] for j in range(d)]
`;

const component = { row: '', col: 'component', table: '' };

export const texts: Record<string, CodeText> = {
  'code-sinusoidal': {
    title: 'In code: the waves',
    task: html`Write <code>sinusoidal_encoding</code>: a row for each position from 0, sines in the
      even columns, cosines in the odd ones. An odd <code>d</code> is to be refused with a
      <code>ValueError</code>.`,
    closing: html`Every row has norm √(d/2), and the product of two rows goes by how far they are
    apart. Both follow from sin² + cos² = 1, whatever the base is.`,
    start: waves,
    axes: { row: 'position', col: 'dimension', table: '' },
  },
  'code-rope': {
    title: 'In code: the turn',
    task: html`Write <code>apply_rope</code> for one query or key: numbers 2i and 2i + 1 are turned
      together, by <code>position</code> times the frequency of pair i. A list of odd length is to
      be refused with a <code>ValueError</code>.`,
    closing: html`Position 0 changes nothing, and the norm stays at any other. With
      <code>apply_rope(q, m)</code> and <code>apply_rope(k, n)</code> the score goes by m − n alone.`,
    start: turn,
    axes: component,
  },
  'code-alibi': {
    title: 'In code: E13.3, ALiBi',
    task: html`Write <code>alibi_bias</code>: for each head a square table, minus its slope times
      the distance of query and key; with <code>causal=True</code>, minus infinity for each key
      after the query. Any number of heads has slopes, also 6.`,
    closing: html`From head to head the slopes shrink by one factor, 2 to the power −8/n for n a
    power of two; for other numbers of heads the released code takes those of two powers of two.`,
    start: bias,
    axes: { row: 'query', col: 'key', table: 'head' },
  },
  'debug-layout': {
    title: 'Mend a rotation that is none',
    task: html`<code>rotate</code> should turn the pairs of <code>q</code> as RoPE does, and it does
      not. Find out why, and mend it: either layout of pairs will do, if it is the same throughout.`,
    closing: html`What is turned together must have one angle. With halves as pairs, cosines and
    sines are laid out half by half; with neighbours, each stands twice in a row.`,
    start: layout,
    axes: component,
  },
  'debug-added': {
    title: 'Mend a rotation that adds',
    task: html`<code>rotate</code> should turn the pairs of neighbours of <code>q</code> as RoPE
      does. At small angles it nearly does. Find out why, and mend it.`,
    closing: html`q cos f + turned sin f stays on the circle. q + turned f leaves it along a
    tangent: each pair became longer by the factor √(1 + f²).`,
    start: added,
    axes: component,
  },
};
