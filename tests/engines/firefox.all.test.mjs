import { runCases } from './suite.mjs';

runCases('firefox');
