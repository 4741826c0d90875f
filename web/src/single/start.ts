// The script of the single file: makes its files and pages available, and starts the page as on a host.
import { openFiles } from './files.ts';
import { servePages } from './pages.ts';
import './serve-files.ts';

servePages();
await openFiles();
await import('../main.ts');
