// For pages that show figures of the lesson in frames: each frame gets the height of its figure, and keeps it; and the
// colors of the page where it says which (color-scheme), also when it switches.
(function () {
  const frames = () => [...document.querySelectorAll('iframe')];
  const frameOf = (/** @type {MessageEventSource | null} */ source) =>
    frames().find(({ contentWindow }) => contentWindow === source);
  /** '' if the page does not say. (Of frames themselves Docusaurus says "auto".) @param {Element} frame */
  function themeAt(frame) {
    const around = frame.parentElement ?? frame;
    const named = getComputedStyle(around).colorScheme.match(/\b(light|dark)\b/g) ?? [];
    return named.length > 1 ? 'system' : (named[0] ?? '');
  }
  const lastTheme = new WeakMap();
  /** @param {HTMLIFrameElement} frame */
  function sendTheme(frame) {
    const theme = themeAt(frame);
    lastTheme.set(frame, theme);
    if (theme) frame.contentWindow?.postMessage({ posenc: 'theme', theme }, '*');
  }
  addEventListener('message', ({ data, source }) => {
    const frame = data?.posenc ? frameOf(source) : undefined;
    if (!frame) return;
    if (data.posenc === 'theme?') sendTheme(frame);
    if (data.posenc === 'height' && Number.isFinite(data.height)) {
      frame.style.height = `${data.height}px`;
    }
  });
  // Sites switch by an attribute of the page or of its body.
  const switched = new MutationObserver(() => {
    for (const frame of frames()) if (themeAt(frame) !== lastTheme.get(frame)) sendTheme(frame);
  });
  for (const part of [document.documentElement, document.body]) {
    if (part) switched.observe(part, { attributes: true });
  }
  // Frames that were ready before this script.
  for (const frame of frames()) {
    sendTheme(frame);
    frame.contentWindow?.postMessage({ posenc: 'height?' }, '*');
  }
})();
