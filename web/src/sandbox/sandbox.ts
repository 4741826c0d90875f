// What the page's frame holds: another one, of no origin, in which programs run. A frame of no origin cannot come from
// what is kept for use without a network; this one can, and what the other may do is what this one's policy says.

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
