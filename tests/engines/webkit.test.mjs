// One page. All pages and features: webkit.all.test.mjs.
import { onePageWorks } from './cases.mjs';
import { runCases } from './suite.mjs';

runCases('webkit', { 'the figures and the exercise of a page work': onePageWorks });
