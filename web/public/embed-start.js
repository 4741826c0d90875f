// In embed.html, before the figure's own script: the colors that the page around the frame asks for, and what the frame
// shows if that script does not come.
{
  const { classList, dataset } = document.documentElement;
  addEventListener('message', ({ data, source }) => {
    if (source !== parent || data?.posenc !== 'theme') return;
    if (data.theme === 'system') delete dataset.theme;
    else if (['light', 'dark'].includes(data.theme)) dataset.theme = data.theme;
  });
  if (parent !== window) parent.postMessage({ posenc: 'theme?' }, '*');
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
      // In a sandbox without allow-same-origin, modules come only if the lesson's host allows every origin (CORS).
      classList.add(origin === 'null' ? 'no-origin' : 'no-module');
      const figure = new URLSearchParams(location.search).get('figure');
      document.getElementById(`still-${figure}`)?.classList.add('shown');
    },
    true,
  );
}
