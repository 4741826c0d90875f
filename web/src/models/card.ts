// A card to share: what a model is called, what its scaling does, and the picture of its wavelengths.
import type { ModelReport } from '../core/api.ts';
import { pictureOf } from '../plots/picture.ts';
import { grouped, headlineOf, kindOf } from './words.ts';

/** @param root the shadow root with the picture @param place of the page, such as example.org/models.html */
export function cardOf(root: ParentNode, name: string, report: ModelReport, place: string): string {
  const plots = [...root.querySelectorAll<HTMLElement>('#picture [data-plot]')];
  const { claimed, ropes } = report;
  const [rope] = ropes;
  const length = claimed ? `, ${grouped(claimed.value)} tokens` : '';
  const headline = rope ? `: ${headlineOf(rope)}` : '';
  return pictureOf(plots, `${name}${headline}`, `${kindOf(report)}${length}. ${place}`);
}
