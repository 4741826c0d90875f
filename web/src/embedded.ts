// embed.html: one figure, for an <iframe> on a page of any other origin.
//   embed.html?figure=heatmap&d-model=64&base=500&theme=dark
import type { LitElement } from 'lit';
import { elements } from './elements.ts';
import { idFor, settingsOf, type SettingsMessage } from './embedding/settings.ts';

const prefix = 'posenc-';
/** The first shows this page in a frame; the other is part of a lesson plan. */
const withinTheLesson = ['embed-generator', 'class-link'];
const names = Object.keys(elements)
  .map((tag) => tag.replace(prefix, ''))
  .filter((name) => !withinTheLesson.includes(name));
const place = document.getElementById('figure');

function showMessage(sentence: string): void {
  const paragraph = document.createElement('p');
  paragraph.setAttribute('role', 'alert');
  paragraph.textContent = sentence;
  place?.append(paragraph);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const isAttribute = (key: string, observed: readonly string[]): boolean =>
  /^[a-z]+(-[a-z]+)*$/.test(key) && observed.includes(key);

/** The element with the attributes that the address names. Says what cannot be one. */
function elementFor(name: string, asked: readonly [string, string][]): HTMLElement {
  const tag = prefix + name;
  const { observedAttributes = [] } = customElements.get(tag) as unknown as {
    observedAttributes?: string[];
  };
  const settings = asked.filter(([key]) => isAttribute(key, observedAttributes));
  const figure = document.createElement(tag);
  for (const [key, value] of settings) figure.setAttribute(key, value);
  const id = idFor(name, settings);
  if (id !== null) figure.id = id;
  for (const [key, value] of asked) {
    if (key === 'compact') {
      figure.setAttribute('compact', '');
    } else if (key === 'theme') {
      if (!['light', 'dark'].includes(value))
        showMessage(`theme must be light or dark but got "${value}".`);
      // (A link to a state of the figure, which reads it itself.)
    } else if (
      !settings.some(([known]) => known === key) &&
      !key.startsWith(`${figure.id || name}.`)
    ) {
      showMessage(
        `The figure "${name}" has no parameter "${key}". Its parameters are ${observedAttributes.join(', ')}.`,
      );
    }
  }
  return figure;
}

/** Pages of other sites do not learn what a reader sets. */
function isInLesson(): boolean {
  try {
    return parent !== window && parent.location.origin === location.origin;
  } catch {
    return false;
  }
}

/** Reports each new setting to the page around the frame. */
function reportSettings(figure: HTMLElement): void {
  if (!isInLesson() || !('addController' in figure)) return;
  let last = '';
  const report = () => {
    const settings = settingsOf(figure as LitElement);
    if (JSON.stringify(settings) === last) return;
    last = JSON.stringify(settings);
    parent.postMessage({ posenc: 'settings', settings } satisfies SettingsMessage, location.origin);
  };
  (figure as LitElement).addController({ hostUpdated: report });
}

/** In a part that waits for its first answer. */
const waiting = '[aria-busy=true], .loading';

/** A figure is drawn before its answer is there, and moves when that comes: until then it takes its room unseen. */
async function answered(figure: HTMLElement): Promise<void> {
  if (!('addController' in figure)) return;
  const element = figure as LitElement;
  place?.classList.add('waiting');
  await new Promise<void>((resolve) => {
    const controller = {
      hostUpdated() {
        if (figure.shadowRoot?.querySelector(waiting)) return;
        element.removeController(controller);
        resolve();
      },
    };
    element.addController(controller);
  });
  place?.classList.remove('waiting');
}

/** A frame cannot adapt to the height of its page by itself: the page around it is given each new one. */
function reportHeights(): void {
  const page = document.documentElement;
  const report = () => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    parent.postMessage({ posenc: 'height', height }, '*');
  };
  new ResizeObserver(report).observe(page);
  // A page whose script loads later than the frame asks for it.
  addEventListener('message', ({ data }: MessageEvent<{ posenc?: unknown } | null>) => {
    if (data?.posenc === 'height?') report();
  });
}

async function show(): Promise<void> {
  const all = [...new URLSearchParams(location.search)];
  const name = all.find(([key]) => key === 'figure')?.[1] ?? '';
  // Only listed names become elements, and only attributes that they observe are set.
  if (!names.includes(name)) {
    showMessage(
      `There is no figure "${name}". After ?figure=, write one of these: ${names.join(', ')}.`,
    );
    return;
  }
  try {
    await elements[prefix + name]?.();
  } catch {
    showMessage('The script for this figure could not be loaded. Reload the page to try again.');
    return;
  }
  const figure = elementFor(
    name,
    all.filter(([key]) => key !== 'figure'),
  );
  reportSettings(figure);
  const isAnswered = answered(figure);
  place?.append(figure);
  await isAnswered;
  // Plots are drawn once they know their width.
  await nextFrame();
  await nextFrame();
}

await show();
if (parent !== window) reportHeights();
