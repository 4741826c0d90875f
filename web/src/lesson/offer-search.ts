import { hasModifier, isTaken } from './taken-keys.ts';

/** Opens the search by its buttons, or by the key /. Its script is loaded then. */
export function offerSearch(): void {
  const buttons = document.querySelectorAll('[data-search]');
  const say = (text: string) => buttons.forEach((button) => (button.textContent = text));
  const open = () =>
    import('../search/search.ts').then(
      ({ openSearch }) => {
        say('Search');
        openSearch();
      },
      () => say('Search failed. Try again'),
    );
  buttons.forEach((button) => button.addEventListener('click', () => void open()));
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || hasModifier(event) || isTaken(event)) return;
    event.preventDefault();
    void open();
  });
}
