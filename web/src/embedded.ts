// embed.html: one figure, for an <iframe> on a page of any other origin.
//   embed.html?figure=heatmap&d-model=64&base=500&theme=dark
import { elements } from './elements.ts';

const prefix = 'posenc-';
const names = Object.keys(elements).map((tag) => tag.replace(prefix, ''));
const place = document.getElementById('figure');

function showMessage(sentence: string): void {
  const paragraph = document.createElement('p');
  paragraph.setAttribute('role', 'alert');
  paragraph.textContent = sentence;
  place?.append(paragraph);
}

async function show(): Promise<void> {
  const asked = [...new URLSearchParams(location.search)];
  const name = asked.find(([key]) => key === 'figure')?.[1] ?? '';
  // Only listed names become elements, and only attributes that they observe are set.
  if (!names.includes(name)) {
    showMessage(
      `There is no figure "${name}". After ?figure=, write one of these: ${names.join(', ')}.`,
    );
    return;
  }
  const tag = prefix + name;
  try {
    await elements[tag]?.();
  } catch {
    showMessage('The script for this figure could not be loaded. Reload the page to try again.');
    return;
  }
  const { observedAttributes = [] } = customElements.get(tag) as unknown as {
    observedAttributes?: string[];
  };
  const figure = document.createElement(tag);
  for (const [key, value] of asked) {
    if (key === 'figure') continue;
    if (key === 'theme') {
      if (!['light', 'dark'].includes(value))
        showMessage(`theme must be light or dark but got "${value}".`);
    } else if (/^[a-z]+(-[a-z]+)*$/.test(key) && observedAttributes.includes(key)) {
      figure.setAttribute(key, value);
    } else {
      showMessage(
        `The figure "${name}" has no parameter "${key}". Its parameters are ${observedAttributes.join(', ')}.`,
      );
    }
  }
  place?.append(figure);
}

void show();

// A frame cannot adapt to the height of its page by itself.
if (window.parent !== window) {
  const page = document.documentElement;
  new ResizeObserver(() => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    window.parent.postMessage({ posenc: 'height', height }, '*');
  }).observe(page);
}
