import { runCases } from './suite.mjs';

runCases('webkit');
