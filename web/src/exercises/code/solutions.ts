// A program for each exercise in code, to compare one's own with. It is loaded when all tests pass.

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
    """x as RoPE rotates it at a position: a list as long as x."""
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

const bias = `def slopes(n):
    """One slope per head, the steepest first."""
    power = 1
    while 2 * power <= n:
        power *= 2
    own = [2.0 ** (-8 * h / power) for h in range(1, power + 1)]
    if power == n:
        return own
    # The remaining heads get every other slope of twice as many heads.
    return own + slopes(2 * power)[::2][:n - power]


def alibi_bias(n_heads, seq_len, causal=False):
    """For each head a table: bias[head][query][key]."""
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

const halves = `import math


def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
    # One half after the other, as the pairs are.
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
    # Neighbors, as the angles are.
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

/** By exercise. Where another layout is right as well, both are there. */
export const solutions: Record<string, Solution[]> = {
  'code-alibi': only(bias),
  'code-sinusoidal': only(waves),
  'code-rope': only(turn),
  'debug-layout': [
    { title: 'With halves as pairs', program: halves },
    { title: 'With neighbors as pairs', program: neighbors },
  ],
  'debug-added': only(rotated),
};
