// For other pages of the same origin: with this script, any figure is one tag.
//   <script type="module" src="posenc/embed.js"></script>
//   <posenc-heatmap d-model="64"></posenc-heatmap>
import { loadAdded, loadWhenVisible } from './lesson/load-elements.ts';

loadWhenVisible();
loadAdded();
