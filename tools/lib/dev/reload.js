// Put into every page by `npm run dev`: reloads it when it has changed, and shows why it could not be made.
/* global document, EventSource, location, URL */
const address = new URL(document.currentScript.src);
const events = new EventSource(new URL('events', address));

function show(text) {
  let box = document.querySelector('#build-failure');
  if (!text) {
    box?.remove();
    return;
  }
  if (!box) {
    box = document.createElement('pre');
    box.id = 'build-failure';
    box.setAttribute('role', 'alert');
    Object.assign(box.style, {
      ...{ position: 'fixed', inset: '0 0 auto', zIndex: '9999', margin: '0', padding: '1rem' },
      ...{ maxHeight: '60vh', overflow: 'auto', whiteSpace: 'pre-wrap', font: '14px monospace' },
      ...{ background: '#7a1020', color: '#fff' },
    });
    document.documentElement.append(box);
  }
  box.textContent = text;
}

events.onmessage = ({ data }) => {
  const { build, failure } = JSON.parse(data);
  if (String(build) === address.searchParams.get('build')) show(failure);
  else location.reload();
};
