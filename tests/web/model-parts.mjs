// What the page on models does with a config before and after the core has read it, as one module.
export { exportedOf, fileNameOf, formats } from '../../web/src/models/exports.ts';
export { askedIn, linkTo, packed, relevantPart, unpacked } from '../../web/src/models/link.ts';
export { isLength, lengthOf, sentenceOf, stopsFor } from '../../web/src/models/facts.ts';
export { corrected } from '../../web/src/models/notes.ts';
export { placeIn, rangeOf } from '../../web/src/models/config-editor.ts';
export { openedFiles, openedText, withSizes } from '../../web/src/models/opening.ts';
export { headlineOf } from '../../web/src/models/words.ts';
export { comparisonText } from '../../web/src/models/comparison.ts';
