// Solutions for the exercises in code, for learners to compare with. They are loaded on request, when all tests pass.

export interface Solution {
  /** How it differs from the others, if there are several. */
  title: string;
  program: string;
}

const waves = `import math


def sinusoidal_encoding(positions, d, base=10000.0):
    """A list of d numbers for each of the positions 0, 1, 2, ..."""
    if d % 2 != 0:
        raise ValueError("d must be even, for pairs of a sine and a cosine")
    frequencies = [base ** (-2 * i / d) for i in range(d // 2)]
    table = []
    for position in range(positions):
        row = []
        for frequency in frequencies:
            angle = position * frequency
            row += [math.sin(angle), math.cos(angle)]
        table.append(row)
    return table
`;

const turn = `import math


def apply_rope(x, position, base=10000.0):
    """x rotated by RoPE at a position: a list as long as x."""
    d = len(x)
    if d % 2 != 0:
        raise ValueError("every number needs a partner to turn with")
    turned = []
    for i in range(d // 2):
        angle = position * base ** (-2 * i / d)
        cos, sin = math.cos(angle), math.sin(angle)
        a, b = x[2 * i], x[2 * i + 1]
        turned += [a * cos - b * sin, a * sin + b * cos]
    return turned
`;

const turn2d = `import math


def rope(x, position, base):
    turned = []
    for i in range(len(x) // 2):
        angle = position * base ** (-2 * i / len(x))
        cos, sin = math.cos(angle), math.sin(angle)
        a, b = x[2 * i], x[2 * i + 1]
        turned += [a * cos - b * sin, a * sin + b * cos]
    return turned


def rope_2d(q, x, y):
    """q rotated by axial RoPE, base 100, at the patch (x, y)."""
    if len(q) % 4 != 0:
        raise ValueError("each half needs whole pairs")
    half = len(q) // 2
    # The frequencies start again in the second half.
    return rope(q[:half], x, 100.0) + rope(q[half:], y, 100.0)
`;

const bias = `def slopes(n):
    """One slope per head, in the order of the released code."""
    power = 1
    while 2 * power <= n:
        power *= 2
    own = [2.0 ** (-8 * h / power) for h in range(1, power + 1)]
    if power == n:
        return own
    # The remaining heads get every other slope of twice as many heads.
    return own + slopes(2 * power)[::2][:n - power]


def alibi_bias(n_heads, seq_len, causal=False):
    """One table per head: bias[head][query][key]."""
    bias = []
    for slope in slopes(n_heads):
        table = []
        for query in range(seq_len):
            row = []
            for key in range(seq_len):
                if causal and key > query:
                    row.append(float("-inf"))
                else:
                    row.append(-slope * abs(query - key))
            table.append(row)
        bias.append(table)
    return bias
`;

const rows = `def look_up(table, positions):
    """The row of the table for each position."""
    for position in positions:
        # Python would count a negative index from the end.
        if not 0 <= position < len(table):
            raise IndexError("the table has no row " + str(position))
    return [table[position] for position in positions]
`;

const scores = `import math


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def angle(i, position, d, base):
    return position * base ** (-2 * i / d)


def encoding(position, d, base):
    row = []
    for i in range(d // 2):
        f = angle(i, position, d, base)
        row += [math.sin(f), math.cos(f)]
    return row


def rotated(x, position, base):
    turned = []
    for i in range(len(x) // 2):
        f = angle(i, position, len(x), base)
        a, b = x[2 * i], x[2 * i + 1]
        turned += [a * math.cos(f) - b * math.sin(f), a * math.sin(f) + b * math.cos(f)]
    return turned


def sinusoidal_scores(q, keys, position, base=10000.0):
    d = len(q)
    # The encodings are added before the product.
    query = [a + b for a, b in zip(q, encoding(position, d, base))]
    scores = []
    for j, key in enumerate(keys):
        placed = [a + b for a, b in zip(key, encoding(j, d, base))]
        scores.append(dot(query, placed) / math.sqrt(d))
    return scores


def rope_scores(q, keys, position, base=10000.0):
    # Query and key are rotated before the product.
    query = rotated(q, position, base)
    return [dot(query, rotated(key, j, base)) / math.sqrt(len(q)) for j, key in enumerate(keys)]


def alibi_scores(q, keys, position, slope):
    # Query and key stay as they are; the bias comes after the division.
    return [dot(q, key) / math.sqrt(len(q)) - slope * abs(position - j) for j, key in enumerate(keys)]
`;

const halves = `import math


def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
    # Half by half, to match the pairs.
    cos = [math.cos(pos * w[j % (d // 2)]) for j in range(d)]
    sin = [math.sin(pos * w[j % (d // 2)]) for j in range(d)]
    a, b = q[:d // 2], q[d // 2:]
    turned = [-x for x in b] + a
    return [q[j] * cos[j] + turned[j] * sin[j] for j in range(d)]
`;

const neighbors = `import math


def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
    cos = [math.cos(pos * w[j // 2]) for j in range(d)]
    sin = [math.sin(pos * w[j // 2]) for j in range(d)]
    # Neighbors, to match the angles.
    turned = [-q[j + 1] if j % 2 == 0 else q[j - 1] for j in range(d)]
    return [q[j] * cos[j] + turned[j] * sin[j] for j in range(d)]
`;

const rotated = `import math


def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
    f = [pos * w[j // 2] for j in range(d)]
    turned = [-q[j + 1] if j % 2 == 0 else q[j - 1] for j in range(d)]
    return [q[j] * math.cos(f[j]) + turned[j] * math.sin(f[j]) for j in range(d)]
`;

const only = (program: string): Solution[] => [{ title: '', program }];

/** By exercise. If two layouts are right, there is a program for each. */
export const solutions: Record<string, Solution[]> = {
  'code-alibi': only(bias),
  'code-sinusoidal': only(waves),
  'code-learned': only(rows),
  'code-rope': only(turn),
  'code-rope-2d': only(turn2d),
  'code-scores': only(scores),
  'debug-layout': [
    { title: 'With halves as pairs', program: halves },
    { title: 'With neighbors as pairs', program: neighbors },
  ],
  'debug-added': only(rotated),
};
