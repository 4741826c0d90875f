// Before the first paint: that there are scripts, whether formulas need help, whether slides are to come, and the colours
// that the reader has chosen.
document.documentElement.classList.add('scripts');
if (!('MathMLElement' in window)) document.documentElement.classList.add('no-mathml');
if (/[?&]present\b/.test(location.search)) document.documentElement.classList.add('to-present');
try {
  const chosen = localStorage.getItem('posenc.theme');
  if (chosen) document.documentElement.dataset.theme = JSON.parse(chosen);
} catch {
  // Storage that is forbidden or spoiled: the system's colours.
}
