import './style/page.css';
import './figures/heatmap/heatmap.ts';
import './exercises/e13-1.ts';
import { compute } from './worker/client.ts';

const notice = document.getElementById('notice');
const missing = await compute.missing();
if (notice && missing) notice.textContent = missing;
