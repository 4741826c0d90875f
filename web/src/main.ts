import { fitFiguresBesideText } from './lesson/fit.ts';
import { openFolds } from './lesson/folds.ts';
import { loadWhenVisible } from './lesson/load-elements.ts';
import { loadPicturesWhenNear } from './lesson/load-pictures.ts';
import { keepForOffline } from './lesson/offline.ts';
import { layOutInTurn } from './lesson/lay-out-in-turn.ts';
import { openNumbersInPlace, openTermsInPlace } from './lesson/open-in-place.ts';
import { offerPresenting } from './lesson/offer-presenting.ts';
import { offerSearch } from './lesson/offer-search.ts';
import { offerToResume, showProgress } from './lesson/progress.ts';
import { loadTextFont } from './lesson/text-font.ts';
import { scrollSideways } from './lesson/sideways.ts';
import { holdTarget, targetId } from './lesson/hold-position.ts';
import { setFigures } from './lesson/set-figure.ts';
import { offerThemes } from './lesson/theme.ts';
import { compute } from './worker/client.ts';

// The page begins with a notice of what it needs, for browsers that cannot even read this script. Here it is replaced by
// what exactly is missing, or removed.
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
const page = document.body.dataset['page'] ?? '';
offerToResume(page);
showProgress(page);
openFolds();
fitFiguresBesideText();
holdTarget();
scrollSideways();
openNumbersInPlace();
openTermsInPlace();
offerPresenting();
offerSearch();
setFigures(targetId());
loadWhenVisible();
loadPicturesWhenNear();
layOutInTurn();
loadTextFont();
if (page === 'path') void import('./lesson/walk.ts').then(({ walk }) => walk());
// Not with npm start: the next build would not be seen before all pages are closed.
if (import.meta.env.MODE === 'production') keepForOffline(document.getElementById('offline'));
