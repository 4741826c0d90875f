// Everything that keeps a reader's work, as one module: each tab of a test gets its own.
export { noticeOf } from '../../web/src/exercises/notice.ts';
export {
  answeredWith,
  emptyQuiz,
  quizWorkFrom,
  seeded,
} from '../../web/src/exercises/quiz/quiz-work.ts';
export { answered, graded, sourceKey, startedOver, undone } from '../../web/src/exercises/sheet.ts';
export { Work } from '../../web/src/exercises/work.ts';
export { classroom, linkTo } from '../../web/src/exercises/assignment.ts';
export { keep, storedConfig } from '../../web/src/models/link.ts';
export { documents, learnerFrom, noLearner } from '../../web/src/record/documents.ts';
export { Portfolio } from '../../web/src/record/portfolio.ts';
export { Stored } from '../../web/src/storage/stored.ts';
export { LabWork, outcomeOf } from '../../web/src/storage/lab-work.ts';
export { readPartsFrom } from '../../web/src/storage/read-parts.ts';
export { TrialsWork } from '../../web/src/storage/trials.ts';
export { storageNotice } from '../../web/src/trials/words.ts';
export { storageNotice as problemNotice } from '../../web/src/ui/notices.ts';
