// One page. All pages and features: firefox.all.test.mjs.
import { onePageWorks } from './cases.mjs';
import { runCases } from './suite.mjs';

runCases('firefox', { 'the figures and the exercise of a page work': onePageWorks });
