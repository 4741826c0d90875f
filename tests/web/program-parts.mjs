// How a learner's program is run and what is said of its end, as one module.
export { endText, failureText } from '../../web/src/exercises/code/failures.ts';
export { Run } from '../../web/src/exercises/code/runner.ts';
