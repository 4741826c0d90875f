import { load, save } from '../storage/store.ts';

const themes = { '': 'System', light: 'Light', dark: 'Dark' };
type Theme = keyof typeof themes;

const isTheme = (value: unknown): value is Theme => typeof value === 'string' && value in themes;

/** Lets the reader choose between the system's colours, light ones and dark ones. */
export function offerThemes(place: HTMLElement | null): void {
  if (!place) return;
  const chosen = load('theme', isTheme).value ?? '';
  const set = document.createElement('fieldset');
  set.className = 'theme';
  const legend = document.createElement('legend');
  legend.textContent = 'Colours';
  set.append(legend);
  for (const [theme, name] of Object.entries(themes)) {
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = 'theme';
    radio.value = theme;
    radio.checked = theme === chosen;
    radio.addEventListener('change', () => {
      if (theme) document.documentElement.dataset['theme'] = theme;
      else delete document.documentElement.dataset['theme'];
      save('theme', theme);
    });
    label.append(radio, name);
    set.append(label);
  }
  place.append(set);
}
