// For pages that show figures of the lesson in frames: each frame gets the height of its figure, and keeps it.
(function () {
  const frames = () => [...document.querySelectorAll('iframe')];
  addEventListener('message', ({ data, source }) => {
    if (data?.posenc !== 'height' || !Number.isFinite(data.height)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame) frame.style.height = `${data.height}px`;
  });
  // Frames that were ready before this script.
  for (const { contentWindow } of frames()) {
    contentWindow?.postMessage({ posenc: 'height?' }, '*');
  }
})();
