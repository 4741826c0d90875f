// All that the page says of each exercise in code, in the lesson's order, and its first program.
import { html, type TemplateResult } from 'lit';
import type { Heading, Room } from '../texts.ts';

export interface CodeText extends Heading {
  room: Room;
  task: TemplateResult;
  /** The summary when all is right. */
  closing: TemplateResult;
  start: string;
  /** The names of the rows, columns and tables of a result. */
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
    """x rotated by RoPE at a position: a list as long as x."""
    turned = list(x)
    # Your turn: the neighbors 2i and 2i + 1 form a pair.
    return turned
`;

const turn2d = `import math


def rope_2d(q, x, y):
    """q rotated by axial RoPE, base 100, at the patch (x, y)."""
    turned = list(q)
    # Your turn: x turns the first half, y the second.
    return turned
`;

const bias = `def alibi_bias(n_heads, seq_len, causal=False):
    """One table per head: bias[head][query][key]."""
    bias = []
    # Your turn. float("-inf") masks a key.
    return bias
`;

const rows = `def look_up(table, positions):
    """The row of the table for each position."""
    found = []
    # Your turn: what if a position has no row?
    return found
`;

const scores = `import math


# In each function, q is one query, and keys is a list of keys.
# Key j is at position j.


def sinusoidal_scores(q, keys, position, base=10000.0):
    scores = []
    # Your turn: add an encoding to the query and to each key.
    return scores


def rope_scores(q, keys, position, base=10000.0):
    scores = []
    # Your turn: rotate the query and each key.
    return scores


def alibi_scores(q, keys, position, slope):
    scores = []
    # Your turn: leave both as they are, and add a bias to each score.
    return scores
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

const braces = 'M7 5 2 12l5 7M17 5l5 7-5 7';

export const texts: Record<string, CodeText> = {
  'code-alibi': {
    title: 'Write ALiBi’s bias',
    short: 'ALiBi',
    label: 'E13.3',
    part: 'e13-3-write-alibi',
    goal: 'bias',
    picture: `${braces}M9 9l6 6M9 9l6 3M9 9h6`,
    room: [45.6, 57.1, 60.7],
    task: html`Write <code>alibi_bias</code>: for each head a square table of minus its slope times
      the distance between query and key. With <code>causal=True</code>, each key after the query
      gets minus infinity. It has to work for any number of heads, including 6.`,
    closing: html`If the number of heads n is a power of two, the slopes shrink from head to head by
    a constant factor, 2 to the power of −8/n. For other numbers of heads the released code combines
    the slopes of two powers of two.`,
    start: bias,
    axes: { row: 'query', col: 'key', table: 'head' },
  },
  'code-sinusoidal': {
    title: 'Write the sinusoidal table',
    short: 'Waves',
    part: 'code-the-waves',
    goal: 'table',
    picture: `${braces}M8.5 12c1.2-5 2.4-5 3.5 0s2.3 5 3.5 0`,
    room: [42.7, 55.5, 57.8],
    task: html`Write <code>sinusoidal_encoding</code>: a row for each position from 0, with sines in
      the even columns and cosines in the odd ones. If <code>d</code> is odd, raise a
      <code>ValueError</code>.`,
    closing: html`Every row has norm √(d/2), and the product of two rows depends on how far apart
    they are. Both follow from sin² + cos² = 1, whatever the base is.`,
    start: waves,
    axes: { row: 'position', col: 'dimension', table: '' },
  },
  'code-learned': {
    title: 'Look up a learned table',
    short: 'Lookup',
    goal: 'lookup',
    picture: `${braces}M9 9h6v6H9zM9 12h6`,
    room: [45.3, 67.4, 67.8],
    task: html`Write <code>look_up</code>: the row of <code>table</code> for each of
      <code>positions</code>, in their order. If a position has no row, raise an
      <code>IndexError</code>. A negative position has none either.`,
    closing: html`A learned table is a lookup and nothing else. Returning some other row for a
    position without one would hide the mistake; so would Python’s own rule, which counts negative
    positions from the end.`,
    start: rows,
    axes: { row: 'position', col: 'dimension', table: '' },
  },
  'code-rope': {
    title: 'Write RoPE’s rotation',
    short: 'RoPE',
    part: 'code-the-turn',
    goal: 'rotation',
    picture: `${braces}M12 8.5a3.5 3.5 0 1 0 .01 0M12 12l2-2`,
    room: [48, 66, 67.3],
    task: html`Write <code>apply_rope</code> for one query or key: turn numbers 2i and 2i + 1
      together, by <code>position</code> times the frequency of pair i. If the length of the list is
      odd, raise a <code>ValueError</code>.`,
    closing: html`Position 0 changes nothing, and no position changes the norm. With
      <code>apply_rope(q, m)</code> and <code>apply_rope(k, n)</code> the score depends only on m −
      n.`,
    start: turn,
    axes: component,
  },
  'code-rope-2d': {
    title: 'Write RoPE for a grid',
    short: 'RoPE 2-D',
    goal: 'axes',
    picture: `${braces}M8.5 8.5h7v7h-7zM12 8.5v7M8.5 12h7`,
    room: [53.4, 72, 72.7],
    task: html`Write <code>rope_2d</code>: axial RoPE with base 100 for one query or key at column
      <code>x</code> and row <code>y</code>. Turn the first half of the list by <code>x</code> and
      the second by <code>y</code>, each as RoPE turns a list of that length, with numbers 2i and 2i
      + 1 as pairs. If the length of the list is not divisible by 4, raise a
      <code>ValueError</code>.`,
    closing: html`No patch changes the norm. The score of <code>rope_2d(q, x1, y1)</code> and
      <code>rope_2d(k, x2, y2)</code> depends only on x1 − x2 and y1 − y2, and is a sum of a part
      for each.`,
    start: turn2d,
    axes: component,
  },
  'code-scores': {
    title: 'Score keys under three encodings',
    short: 'Scores',
    label: 'E13.2',
    goal: 'three-schemes',
    picture: `${braces}M9.5 15v-3M12 15V9M14.5 15v-4`,
    room: [68.3, 101.5, 102],
    task: html`Write three functions. Each returns the attention scores of one query at
      <code>position</code> with all <code>keys</code>, divided by √d: with sinusoidal encodings
      added to query and keys, with both rotated by RoPE, and with ALiBi’s bias (the slope times the
      distance) subtracted. Key j is at position j.`,
    closing: html`The three schemes affect attention only here: they change the vectors that are
    multiplied (sinusoidal, RoPE) or add a bias to the product (ALiBi). Shift query and keys by the
    same distance: with RoPE and ALiBi the scores stay the same; with the waves, they change.`,
    start: scores,
    axes: { row: '', col: 'key', table: '' },
  },
  'debug-layout': {
    title: 'Fix a rotation that is not one',
    short: 'Bug 1',
    part: 'a-rotation-that-is-none',
    goal: 'bugs',
    picture: `${braces}M9.5 9.5l5 5M14.5 9.5l-5 5`,
    room: [46.5, 63.1, 64],
    task: html`<code>rotate</code> should turn the pairs of <code>q</code> as RoPE does, but it does
      not. Find out why, and fix it. You can use either layout of pairs, but use one throughout.`,
    closing: html`Two numbers that turn together must have the same angle. With halves as pairs,
    cosines and sines are laid out half by half; with neighbors, each appears twice in a row.`,
    start: layout,
    axes: component,
  },
  'debug-added': {
    title: 'Fix a rotation that adds',
    short: 'Bug 2',
    part: 'a-rotation-that-adds',
    goal: 'bugs',
    picture: `${braces}M12 9v6M9 12h6`,
    room: [44, 59.2, 60.1],
    task: html`<code>rotate</code> should turn the neighboring pairs of <code>q</code> as RoPE does.
      At small angles it nearly does. Find out why, and fix it.`,
    closing: html`q cos f + turned sin f stays on the circle. q + turned f leaves it along a
    tangent: each pair grows by a factor of √(1 + f²).`,
    start: added,
    axes: component,
  },
};
