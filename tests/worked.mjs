// Exercises worked out by hand once more, from what their tasks say alone: by formulas of their own, not by the core.

/** @typedef {Record<string, string>} Facts */

const listed = (/** @type {string | undefined} */ list) => (list ?? '').split(', ').map(Number);
const dot = (/** @type {number[]} */ x, /** @type {number[]} */ y) =>
  x.reduce((sum, value, n) => sum + value * (y[n] ?? NaN), 0);

/** @param {number} d @param {number} base */
const frequencies = (d, base) => Array.from({ length: d / 2 }, (_, i) => base ** ((-2 * i) / d));

/** @param {number} d @param {number} base @param {number} position */
const encode = (d, base, position) =>
  frequencies(d, base).flatMap((w) => [Math.sin(position * w), Math.cos(position * w)]);

/** @param {number[]} x @param {number[]} angles of neighboring pairs */
const turned = (x, angles) =>
  angles.flatMap((angle, i) => {
    const [a = NaN, b = NaN] = x.slice(2 * i);
    return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)];
  });

/** @param {string} group @param {number[]} values @returns {[string, number][]} */
const components = (group, values) => values.map((value, n) => [`${group}[${n}]`, value]);

/** The values of what an exercise asks, as numbers. @type {Record<string, (facts: Facts) => [string, number | string][]>} */
const worked = {
  'e13.1': (facts) => {
    const [d, base] = [Number(facts.d), Number(facts.base)];
    const at = listed(facts.positions);
    const PE = (/** @type {number} */ n) => encode(d, base, at[n] ?? NaN);
    const pairs =
      at.length === 4
        ? [
            [0, 1],
            [2, 3],
            [0, 2],
          ]
        : at.length === 3
          ? [
              [0, 1],
              [1, 2],
              [0, 2],
            ]
          : [[0, 1]];
    const products = pairs.map(([p = 0, q = 0]) => dot(PE(p), PE(q)));
    const [first = 0, second = 0] = products;
    return [
      ...at.flatMap((position, n) => components(`PE(${position})`, PE(n))),
      ...pairs.map(
        ([p = 0, q = 0], n) =>
          /** @type {[string, number]} */ ([`PE(${at[p]}).PE(${at[q]})`, products[n] ?? NaN]),
      ),
      ...(pairs.length > 1
        ? [
            /** @type {[string, string]} */ ([
              'similar',
              Math.abs(first - second) < 1e-9 ? 'equal' : first > second ? 'first' : 'second',
            ]),
          ]
        : []),
    ];
  },
  'e13.1-why': (facts) => {
    const [a = 0, b = 0, c = 0, d = 0] = listed(facts.positions);
    const PE = (/** @type {number} */ at) => encode(Number(facts.d), Number(facts.base), at);
    const [first, second, third] = [dot(PE(a), PE(b)), dot(PE(c), PE(d)), dot(PE(a), PE(c))];
    return [
      ['equal', Math.abs(first - second) < 1e-9 ? 'same-distance' : 'other-distance'],
      ['compare', third < first ? 'smaller-sum' : 'larger-sum'],
    ];
  },
  'rope-chain': (facts) => {
    const omega = frequencies(Number(facts.d), Number(facts.base));
    const angles = ['m', 'n1', 'n2'].map((name) => omega.map((w) => Number(facts[name]) * w));
    const [q = [], k1 = [], k2 = []] = ['q', 'k1', 'k2'].map((name, n) =>
      turned(listed(facts[name]), angles[n] ?? []),
    );
    const scores = [k1, k2].map((k) => dot(q, k) / Math.sqrt(Number(facts.d)));
    const sum = scores.reduce((total, score) => total + Math.exp(score), 0);
    return [
      ...components('omega', omega),
      ...['m', 'n1', 'n2'].flatMap((name, n) => components(`angle(${name})`, angles[n] ?? [])),
      ...components("q'", q),
      ...components("k1'", k1),
      ...components("k2'", k2),
      ...scores.map((score, n) => /** @type {[string, number]} */ ([`score(${n + 1})`, score])),
      ...scores.map(
        (score, n) => /** @type {[string, number]} */ ([`weight(${n + 1})`, Math.exp(score) / sum]),
      ),
    ];
  },
  'dft-peak': (facts) => {
    const [count, n] = [Number(facts.count), Number(facts.dimension)];
    const column = Array.from(
      { length: count },
      (_, position) => encode(Number(facts.d), Number(facts.base), position)[n] ?? NaN,
    );
    // The transform itself, where the exercise reckons with the wavelength.
    const magnitude = (/** @type {number} */ bin) =>
      Math.hypot(
        ...[Math.cos, Math.sin].map((wave) =>
          dot(
            column,
            column.map((_, t) => wave((2 * Math.PI * bin * t) / count)),
          ),
        ),
      );
    const bins = Array.from({ length: Math.floor(count / 2) }, (_, k) => k + 1);
    const pair = Math.floor(n / 2);
    return [
      ['pair', pair],
      [
        'wavelength',
        (2 * Math.PI) / (frequencies(Number(facts.d), Number(facts.base))[pair] ?? NaN),
      ],
      ['bin', bins.reduce((best, bin) => (magnitude(bin) > magnitude(best) ? bin : best))],
    ];
  },
  similarities: (facts) => {
    const of = (/** @type {number} */ p, /** @type {number} */ q) => {
      const [x, y] = [p, q].map((at) => encode(Number(facts.d), Number(facts.base), at));
      return dot(x ?? [], y ?? []) / (Number(facts.d) / 2);
    };
    const [near = 0, middle = 0, far = 0] = listed(facts.distances);
    const out = Number(facts.far);
    return [
      ...[near, middle, far].map((k) => /** @type {[string, number]} */ ([`s(${k})`, of(0, k)])),
      [`s(${out}, ${out + middle})`, of(out, out + middle)],
    ];
  },
  'shift-matrix': (facts) => {
    const angles = frequencies(Number(facts.d), Number(facts.base)).map((w) => Number(facts.k) * w);
    const entry = (/** @type {number} */ row, /** @type {number} */ col) => {
      const angle = angles[Math.floor(row / 2)] ?? NaN;
      if (Math.floor(row / 2) !== Math.floor(col / 2)) return 0;
      return row === col ? Math.cos(angle) : row < col ? Math.sin(angle) : -Math.sin(angle);
    };
    return [0, 1, 2, 3].flatMap((row) =>
      components(
        `M[${row}]`,
        [0, 1, 2, 3].map((col) => entry(row, col)),
      ),
    );
  },
  'alibi-slopes': (facts) => {
    const series = (/** @type {number} */ n) =>
      Array.from({ length: n }, (_, h) => 2 ** ((-8 * (h + 1)) / n));
    const of = (/** @type {number} */ n) => {
      const power = 2 ** Math.floor(Math.log2(n));
      const between = series(2 * power).filter((_, h) => h % 2 === 0);
      return [...series(power), ...between].slice(0, n);
    };
    return [facts.power, facts.other].flatMap((n) => components(`m(${n})`, of(Number(n))));
  },
  'table-parameters': ({ rows, d }) => [
    ['parameters', Number(rows) * Number(d)],
    ['last', Number(rows) - 1],
  ],
  'unfinished-pairs': (facts) => {
    const d = Number(facts.head_dim) * Number(facts.partial);
    const base = Number(facts.base);
    const turns = (/** @type {number} */ i) =>
      (Number(facts.claimed) * base ** ((-2 * i) / d)) / Number(facts.factor) / (2 * Math.PI);
    // By halving, where the exercise solves for the pair.
    let [low, high] = [0, d];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (turns(middle) > 1) low = middle;
      else high = middle;
    }
    const pairs = Array.from({ length: d / 2 }, (_, i) => i);
    return [
      ['pairs', pairs.length],
      ['turn', low],
      ['unfinished', pairs.filter((i) => turns(i) < 1).length],
    ];
  },
  'axial-rope': (facts) => {
    // Each half as RoPE turns a vector of that length.
    const half = Number(facts.d) / 2;
    const omega = frequencies(half, Number(facts.base));
    const names = ['q', 'k'];
    const angles = names.map((name) =>
      listed(facts[`patch_${name}`]).flatMap((coordinate) => omega.map((w) => coordinate * w)),
    );
    const rotated = names.map((name, n) => turned(listed(facts[name]), angles[n] ?? []));
    return [
      ...names.flatMap((name, n) => components(`angle(${name})`, angles[n] ?? [])),
      ...names.flatMap((name, n) => components(`${name}'`, rotated[n] ?? [])),
      ['score', dot(rotated[0] ?? [], rotated[1] ?? []) / Math.sqrt(Number(facts.d))],
    ];
  },
};

export const byHand = Object.keys(worked);

/**
 * The right answers, as somebody writes them who has a calculator.
 * @param {string} exercise @param {Facts} facts
 */
export const rightAnswers = (exercise, facts) =>
  Object.fromEntries(
    (worked[exercise]?.(facts) ?? []).map(([item, value]) => [
      item,
      typeof value === 'number' ? String(Number(value.toFixed(6))) : value,
    ]),
  );
