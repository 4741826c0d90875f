import { Stored } from '../storage/stored.ts';

/** In the order in which its button goes through them: a name, and an icon of 16 × 16 pixels as an SVG path. */
const themes = {
  '': { name: 'as your system', icon: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12' },
  dark: { name: 'dark', icon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z' },
  light: {
    name: 'light',
    icon: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  },
} as const;
type Theme = keyof typeof themes;
const inTurn = Object.keys(themes) as Theme[];

const themeFrom = (value: unknown): Theme | null =>
  typeof value === 'string' && value in themes ? (value as Theme) : null;

const after = (theme: Theme): Theme => inTurn[(inTurn.indexOf(theme) + 1) % inTurn.length] ?? '';

function iconOf(theme: Theme): SVGElement {
  const svg = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name);
  const icon = svg('svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('aria-hidden', 'true');
  const path = svg('path');
  path.setAttribute('d', themes[theme].icon);
  icon.append(path);
  return icon;
}

/** A button for the colors: the system's, dark ones or light ones. */
export function offerThemes(place: HTMLElement | null): void {
  if (!place) return;
  const stored = new Stored<Theme>('theme', themeFrom, '');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'theme';
  const show = (theme: Theme) => {
    const words = `Colors: ${themes[theme].name}. Change to ${themes[after(theme)].name}`;
    button.title = words;
    button.setAttribute('aria-label', words);
    button.replaceChildren(iconOf(theme));
  };
  button.addEventListener('click', () => {
    const theme = after(stored.value);
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
    stored.change(() => theme);
    show(theme);
  });
  show(stored.value);
  place.append(button);
}
