// Packages without types of their own, and files whose addresses Vite gives.
declare module 'markdown-it-container' {
  import type { MarkdownIt } from 'markdown-it';
  const plugin: (markdown: MarkdownIt, name: string, options: object) => void;
  export default plugin;
}
declare module 'subset-font' {
  const subset: (
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' | 'sfnt'; noHinting?: boolean },
  ) => Promise<Buffer>;
  export default subset;
}
declare module '*?url' {
  const address: string;
  export default address;
}
