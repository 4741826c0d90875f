import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charactersOfFormulas } from '../../tools/lib/site/font.mjs';
import { displayedFormula, inlineFormula, partsOfFormula } from '../../tools/lib/site/formulas.mjs';

/** Without the spaces, and with the signs alone that a part begins with. @param {string} formula */
const broken = (formula) =>
  partsOfFormula(formula)
    .map((sides) =>
      sides
        .map((terms) => terms.map((term) => term.replaceAll(/\s|^\{\}/g, '')).join(' · '))
        .join(' | '),
    )
    .join(' || ');

test('a formula is broken before its relations and its signs, and at its gaps', () => {
  for (const [formula, parts] of [
    ['a = b', 'a | =b'],
    ['a \\le b + c - d', 'a | \\leb · +c · -d'],
    ['S \\;\\to\\; P S P^\\top', 'S\\; | \\to\\;PSP^\\top'],
    ['w_i = b^{-2i/d} \\qquad b = 10000', 'w_i | =b^{-2i/d} || b | =10000'],
  ]) {
    assert.equal(broken(formula ?? ''), parts);
  }
});

test('it stays whole within brackets, bars, arrays and arguments, and after a sign of its own', () => {
  for (const formula of [
    '\\frac{a + b}{c = d}',
    '(a + b)\\,A\\,(c + d)^\\top',
    '\\begin{pmatrix} a + b \\\\ c - d \\end{pmatrix}',
    '\\bigl|a - b\\bigr| \\max_i |h_{i+1} - h_i|',
    'm\\,|i - j|',
    '\\exp\\Bigl(-\\frac{2i}{d}\\Bigr)',
    '\\left\\{ a + b \\right\\}',
    '-a',
  ]) {
    assert.equal(partsOfFormula(formula).flat(2).length, 1, formula);
  }
  assert.equal(broken('a = -b'), 'a | =-b');
  assert.equal(broken('a = \\;-b + c'), 'a | =\\;-b · +c');
});

test('as MathML each term is a formula of its own, as large as in one', () => {
  const html = displayedFormula('a = b + c');
  assert.equal(html.match(/<math displaystyle="true">/g)?.length, 3);
  assert.doesNotMatch(html, /display="block"| style="/);
  // A sign at the beginning is still one between two terms.
  assert.match(html, /<mrow><\/mrow><mo>=<\/mo><mi>b<\/mi>/);
});

test('the font has what formulas are drawn with: variables are italic, and a root has its sign', () => {
  const page = `<p>No Z</p>${inlineFormula('\\sqrt{h} < \\mathrm{PE}(\\omega, 2)')}`;
  assert.deepEqual([...charactersOfFormulas([page])].sort(), [...'(),2<EPℎ√𝜔'].sort());
});
