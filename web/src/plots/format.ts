// Numbers as a reader sees them: U+2212 as minus, a narrow space between thousands, and no line break within.

const minus = (text: string) => text.replace('-', '\u2212');

/** With `digits` decimals. */
export const decimals = (value: number, digits: number): string =>
  minus(value.toFixed(digits).replace(/^-(0\.?0*)$/, '$1'));

/** With `digits` significant digits; very small and very large ones as 2.2 × 10^−16. */
export function significant(value: number, digits: number): string {
  if (value === 0) return '0';
  const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power < -4 || power > 6) return `${minus(mantissa)}\u00a0×\u00a010${superscript(power)}`;
  const [whole = '', part] = String(Number(value.toPrecision(digits))).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return minus(part === undefined ? grouped : `${grouped}.${part}`);
}

/** A fraction as a percentage with `digits` decimals: 97.4 %. What is not all is never 100 %. */
export function percent(fraction: number, digits = 0): string {
  const shown = decimals(fraction * 100, digits);
  const isAlmostAll = fraction < 1 && Number(shown) >= 100;
  return `${isAlmostAll ? decimals(100 - Number(`1e-${digits}`), digits) : shown}\u202f%`;
}

/** A position or an offset: as it is, without digits that rounding has added. */
export const plain = (value: number): string => minus(String(Number(value.toPrecision(12))));

/** "1 head", "3 heads". */
export const quantity = (count: number | string, noun: string): string =>
  `${count} ${noun}${String(count) === '1' ? '' : 's'}`;

export const superscript = (whole: number): string =>
  [...String(whole)].map((sign) => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)])).join('');

export const subscript = (whole: number): string =>
  [...String(whole)].map((sign) => (sign === '-' ? '₋' : '₀₁₂₃₄₅₆₇₈₉'[Number(sign)])).join('');

/** A place in a picture, in CSS pixels: further digits cannot be seen, and every visit loads those of the stills. */
export const tenth = (pixels: number): number => Math.round(pixels * 10) / 10;
