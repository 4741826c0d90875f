// For pages that show figures of the lesson in frames: each frame gets the height of its figure, and keeps it; and the
// colors of the page where it says which (color-scheme) or is dark, also when it switches.
(function () {
  const frames = () => [...document.querySelectorAll('iframe')];
  const frameOf = (/** @type {MessageEventSource | null} */ source) =>
    frames().find(({ contentWindow }) => contentWindow === source);
  const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  /** Red, green, blue and opacity, from 0 to 255. @param {string} color in any notation of CSS */
  function channelsOf(color) {
    const context = pixel.getContext('2d', { willReadFrequently: true });
    if (!context) return [0, 0, 0, 0];
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }
  /** The colors behind an element; '' if nothing is painted there. @param {Element | null} element @returns {string} */
  function groundOf(element) {
    if (!element) return '';
    const [red = 0, green = 0, blue = 0, opacity = 0] = channelsOf(
      getComputedStyle(element).backgroundColor,
    );
    if (opacity < 128) return groundOf(element.parentElement);
    return 2 * red + 5 * green + blue < 8 * 128 ? 'dark' : 'light';
  }
  const lastTheme = new WeakMap();
  /**
   * '' if the frame may stay as its author wants it: on a page that says nothing, and was never dark.
   * (Of frames themselves Docusaurus says "auto".) @param {Element} frame
   */
  function themeAt(frame) {
    const around = frame.parentElement ?? frame;
    const named = getComputedStyle(around).colorScheme.match(/\b(light|dark)\b/g) ?? [];
    if (named.length === 1) return named[0];
    const ground = groundOf(around);
    if (named.length > 1) return ground || 'system';
    return ground === 'dark' || lastTheme.get(frame) ? ground || 'light' : '';
  }
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
  const follow = () => {
    for (const frame of frames()) if (themeAt(frame) !== lastTheme.get(frame)) sendTheme(frame);
  };
  // Sites switch by an attribute of the page or of its body, some of their style sheets; and some glide into the new colors.
  const switched = new MutationObserver(follow);
  for (const part of [document.documentElement, document.body]) {
    if (part) switched.observe(part, { attributes: true });
  }
  switched.observe(document.head, { attributes: true, subtree: true });
  addEventListener('transitionend', follow);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
  // Frames that were ready before this script.
  for (const frame of frames()) {
    sendTheme(frame);
    frame.contentWindow?.postMessage({ posenc: 'height?' }, '*');
  }
})();
