// Runs in the page's frame, and creates another frame inside it, without an origin, in which programs run. A frame
// without an origin cannot be loaded from the offline cache, but this one can, and its policy also applies to the inner
// frame.

/** The page of frame.ts; the build puts it here. */
declare const page: string;

const inner = document.createElement('iframe');
inner.setAttribute('sandbox', 'allow-scripts');
const loaded = new Promise((resolve) => inner.addEventListener('load', resolve, { once: true }));
inner.srcdoc = page;
document.body.append(inner);

addEventListener('message', ({ source, data, ports }: MessageEvent) => {
  if (source !== parent || source === window) return;
  void loaded.then(() => inner.contentWindow?.postMessage(data, '*', [...ports]));
});
