// Before the first paint: that there are scripts, and that pictures wait for them; what may be laid out later; whether
// formulas need help, whether slides are to come, the colors and the library of listings that the reader has chosen, and
// whether the font of the text is in the browser's cache. In a frame on another page its address chooses the colors.
{
  const { classList, dataset } = document.documentElement;
  classList.add('scripts', 'pictures-wait');
  // (If the page's own script has not come with the page, a browser loads them as it likes.)
  addEventListener('load', () => classList.remove('pictures-wait'));
  if (!('MathMLElement' in window)) classList.add('no-mathml');
  if (/[?&]present\b/.test(location.search)) classList.add('to-present');
  // Opened at its top on a phone, a page may lay out later what is far below (layout.css): not by a browser that lets what is
  // read move when something above it grows. (Without room for the rail, narrow.css, nothing of a section stands outside it.)
  else if (
    innerWidth < 900 &&
    !location.hash &&
    /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))[0]
      ?.type === 'navigate' &&
    CSS.supports('overflow-anchor', 'auto')
  )
    classList.add('from-top');
  try {
    const storage = /^posenc\./.test(window.name) ? window.name : 'posenc.';
    const stored = (/** @type {string} */ name) =>
      JSON.parse(String(localStorage.getItem(`${storage}${name}`)));
    const theme =
      'embedded' in dataset ? new URLSearchParams(location.search).get('theme') : stored('theme');
    if (theme) dataset.theme = theme;
    if (stored('library') === 'torch') dataset.library = 'torch';
    if (stored('font')) classList.add('font');
  } catch {
    // Storage that is forbidden or spoiled: the system's colors, and NumPy.
  }
}
