// Formulas and tables that are wider than the page, even broken into lines.

const names = { formula: 'Formula, scrolls sideways', table: 'Table, scrolls sideways' };

/** The keyboard reaches what scrolls, and a screen reader says so; what fits is text like any other. */
function update(box: HTMLElement): void {
  if (box.scrollWidth <= box.clientWidth + 1) {
    for (const attribute of ['tabindex', 'role', 'aria-label']) box.removeAttribute(attribute);
    return;
  }
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', box.classList.contains('table') ? names.table : names.formula);
}

/** Lets the keyboard scroll the formulas and tables of the page that need it, at any width. */
export function scrollSideways(): void {
  const observer = new ResizeObserver((entries) => {
    const boxes = entries.map(({ target }) => target.closest<HTMLElement>('.formula, .table'));
    for (const box of new Set(boxes)) if (box) update(box);
  });
  for (const box of document.querySelectorAll('main :is(.formula, .table)')) {
    observer.observe(box);
    // Letters come later, and change its contents alone.
    for (const content of box.children) observer.observe(content);
  }
}
