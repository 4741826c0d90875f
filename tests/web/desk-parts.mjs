/// <reference types="vite/client" />
// What the pages with a learner's work consist of, as one module: each page of a test gets its own.
export { assignedSeed, classroom } from '../../web/src/exercises/assignment.ts';
export { answeredWith, emptyQuiz, quizWorkFrom } from '../../web/src/exercises/quiz/quiz-work.ts';
export { answered, graded } from '../../web/src/exercises/sheet.ts';
export { Work } from '../../web/src/exercises/work.ts';
export { PosencLabQuestions } from '../../web/src/labs/training/questions.ts';
export { PosencAnswerKey } from '../../web/src/record/answer-key.ts';
export { PosencClassResults } from '../../web/src/record/class-results.ts';
export { PosencProgress } from '../../web/src/record/progress.ts';
export { PosencRecord } from '../../web/src/record/record.ts';
export { PosencSet } from '../../web/src/record/set-builder.ts';
export { Stored } from '../../web/src/storage/stored.ts';
export { readPartsFrom } from '../../web/src/storage/read-parts.ts';
export { placeFrom } from '../../web/src/storage/read-parts.ts';
