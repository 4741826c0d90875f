// Where the reader stopped: the front page and the contents lead back there.
import { Stored } from '../storage/stored.ts';
import { noPlace, type Place, placeFrom } from '../storage/place.ts';

const stored = () => new Stored<Place>('place', placeFrom, noPlace);

/** A part of the lesson as the contents name it. */
interface Found {
  link: HTMLAnchorElement;
  address: string;
  title: string;
  number: number;
  count: number;
}

/** A place that is still there: sections and parts may have changed since it was kept. */
function find({ section, part }: Place): Found | null {
  const ring = document.querySelector(`#contents [data-section="${CSS.escape(section)}"]`);
  const link = ring?.closest('a');
  const parts = link?.dataset['parts']?.split(' ') ?? [];
  const number = parts.indexOf(part) + 1;
  // At its first part, a section has only been opened.
  if (!link || number < 2) return null;
  const title = ring?.nextElementSibling?.firstChild?.textContent ?? '';
  const address = `${link.href.replace(/#.*/, '')}#${part}`;
  return { link, address, title, number, count: parts.length };
}

/** Lets the contents and the button of the front page lead to where the reader stopped. */
export function offerToResume(page: string): void {
  const place = stored().value;
  const found = find(place);
  if (!found || place.section === page) return;
  const { link, address, title, number, count } = found;
  link.href = address;
  const rest = document.createElement('span');
  rest.className = 'visually-hidden';
  rest.textContent = ` of ${count}, where you stopped`;
  const part = document.createElement('span');
  part.className = 'resume';
  part.append(`part ${number}`, rest);
  link.querySelector('.ring')?.nextElementSibling?.append(' ', part);
  const begin = document.querySelector<HTMLAnchorElement>('.begin a');
  if (!begin) return;
  begin.href = address;
  begin.textContent = `Continue: ${title}, part ${number} of ${count}`;
}

export const keepPlace = (section: string, part: string): void =>
  stored().change(() => ({ section, part }));
