import { Stored } from '../storage/stored.ts';

const themes = { '': 'System', light: 'Light', dark: 'Dark' };
type Theme = keyof typeof themes;

const themeFrom = (value: unknown): Theme | null =>
  typeof value === 'string' && value in themes ? (value as Theme) : null;

/** Lets the reader choose between the system's colors, light ones and dark ones. */
export function offerThemes(place: HTMLElement | null): void {
  if (!place) return;
  const stored = new Stored<Theme>('theme', themeFrom, '');
  const set = document.createElement('fieldset');
  set.className = 'theme';
  const legend = document.createElement('legend');
  legend.className = 'visually-hidden';
  legend.textContent = 'Colors';
  set.append(legend);
  for (const [theme, name] of Object.entries(themes)) {
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = 'theme';
    radio.value = theme;
    radio.checked = theme === stored.value;
    radio.addEventListener('change', () => {
      if (theme) document.documentElement.dataset['theme'] = theme;
      else delete document.documentElement.dataset['theme'];
      stored.change(() => theme as Theme);
    });
    const text = document.createElement('span');
    text.textContent = name;
    label.append(radio, text);
    set.append(label);
  }
  place.append(set);
}
