// The experiment that trains soonest and needs positions most. Others: experiments.all.test.mjs.
import { compareWithPyTorch } from './pytorch.mjs';

compareWithPyTorch(['reverse']);
