// The colors of the schemes, as people who lack one kind of cone see them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { schemes as listed } from '../../build/wasm/posenc-registry.mjs';

const css = readFileSync('web/src/style/tokens.css', 'utf8');
/** Those that are drawn: a formula of your own has no color. */
const schemes = listed.map(({ name }) => name).filter((name) => name !== 'own');

/** @typedef {number[]} Rgb linear, from 0 to 1 */

/** @param {string} token @param {'light' | 'dark'} theme @returns {Rgb} */
function color(token, theme) {
  const [, light = '', dark = ''] =
    new RegExp(`--posenc-${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(css) ?? [];
  const hex = theme === 'light' ? light : dark;
  assert.equal(hex.length, 6, `--posenc-${token}`);
  return [0, 2, 4].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

const product = (/** @type {number[][]} */ matrix, /** @type {number[]} */ vector) =>
  matrix.map((row) => row.reduce((sum, entry, n) => sum + entry * (vector[n] ?? 0), 0));

/** Machado, Oliveira, Fernandes 2009, table of severity 1. @type {Record<string, number[][]>} */
const sights = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIELAB with white point D65. @param {Rgb} rgb */
function lab(rgb) {
  const [x = 0, y = 0, z = 0] = product(
    [
      [0.4124, 0.3576, 0.1805],
      [0.2126, 0.7152, 0.0722],
      [0.0193, 0.1192, 0.9505],
    ],
    rgb,
  );
  const f = (/** @type {number} */ t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const luminance = (/** @type {Rgb} */ rgb) => product([[0.2126, 0.7152, 0.0722]], rgb)[0] ?? 0;

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  for (const [sight, matrix] of Object.entries(sights)) {
    test(`no two schemes look alike, ${theme}, ${sight}`, () => {
      const seen = schemes.map((scheme) =>
        lab(
          product(matrix, color(scheme, theme)).map((channel) => Math.max(0, Math.min(1, channel))),
        ),
      );
      for (const [n, one] of seen.entries()) {
        for (const [m, other] of seen.slice(0, n).entries()) {
          const distance = Math.hypot(...one.map((value, k) => value - (other[k] ?? 0)));
          assert.ok(distance > 18, `${schemes[n]} and ${schemes[m]}: ${distance.toFixed(1)}`);
        }
      }
    });
  }
  test(`every scheme can be read as text, ${theme}`, () => {
    for (const scheme of schemes) {
      for (const ground of ['paper', 'sheet']) {
        const [low = 0, high = 0] = [color(scheme, theme), color(ground, theme)]
          .map(luminance)
          .sort((a, b) => a - b);
        const contrast = (high + 0.05) / (low + 0.05);
        assert.ok(contrast >= 4.5, `${scheme} on ${ground}: ${contrast.toFixed(2)}`);
      }
    }
  });
}
