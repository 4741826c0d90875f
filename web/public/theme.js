// Before the first paint: that there are scripts, and that pictures wait for them; whether formulas need help, whether slides are to come, and the colors
// that the reader has chosen. In a frame on another page its address chooses them.
document.documentElement.classList.add('scripts', 'pictures-wait');
// (If the page's own script has not come with the page, a browser loads them as it likes.)
addEventListener('load', () => document.documentElement.classList.remove('pictures-wait'));
if (!('MathMLElement' in window)) document.documentElement.classList.add('no-mathml');
if (/[?&]present\b/.test(location.search)) document.documentElement.classList.add('to-present');
try {
  const chosen =
    'embedded' in document.documentElement.dataset
      ? new URLSearchParams(location.search).get('theme')
      : JSON.parse(
          localStorage.getItem(`${/^posenc\./.test(window.name) ? window.name : 'posenc.'}theme`) ??
            'null',
        );
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // Storage that is forbidden or spoiled: the system's colors.
}
