// The other experiments that take a second for each model.
import { compareWithPyTorch } from './pytorch.mjs';

compareWithPyTorch(['order', 'copy', 'count']);
