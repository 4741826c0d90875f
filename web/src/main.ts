import { bring } from './lesson/load-elements.ts';
import { keepForOffline } from './lesson/offline.ts';
import { offerPresenting } from './lesson/present.ts';
import { showProgress } from './lesson/progress.ts';
import { stayAtTarget } from './lesson/hold-position.ts';
import { offerThemes } from './lesson/theme.ts';
import { compute } from './worker/client.ts';

// The notice of what the page needs is there from the start, for browsers that cannot even read this
// script. Here it gives way to what exactly is missing, or goes.
const notice = document.getElementById('notice');
void compute.missing().then((missing) => {
  if (missing === null) {
    notice?.remove();
  } else if (notice) {
    notice.textContent = missing;
    notice.classList.remove('pending');
  }
});

offerThemes(document.getElementById('theme'));
showProgress(document.body.dataset['page'] ?? '');
stayAtTarget();
offerPresenting();
bring();
// Not with npm start: what is built next would not be seen before all pages are closed.
if (import.meta.env.MODE === 'production') keepForOffline(document.getElementById('offline'));
