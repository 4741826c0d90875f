// Files within the single file are packed by gzip, in base64.

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

export function unpacked(base64: string): Response {
  const { readable, writable } = new DecompressionStream('gzip');
  // Not through a blob: workers of a page that was opened as a file cannot read blobs in WebKit.
  const writer = writable.getWriter();
  // (A failure shows where the result is read.)
  writer.write(bytesOf(base64)).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Response(readable);
}
