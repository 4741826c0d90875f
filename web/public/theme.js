// Before the first paint: that there are scripts, and the colours that the reader has chosen.
document.documentElement.classList.add('scripts');
try {
  const chosen = localStorage.getItem('posenc.theme');
  if (chosen) document.documentElement.dataset.theme = JSON.parse(chosen);
} catch {
  // Storage that is forbidden or spoiled: the system's colours.
}
