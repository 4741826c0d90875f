// Where the lesson is, as an instructor types it.

interface Read {
  /** With a slash at its end. */
  address: string;
  /** What may keep others from seeing it there, as a sentence; '' if nothing. */
  warning: string;
}

const onThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function warningFor({ hostname, protocol }: URL): string {
  if (onThisMachine.test(hostname)) return 'Only your own machine can open this address.';
  if (protocol === 'http:') return 'A page on https cannot show a frame from http.';
  return '';
}

/** The address of the lesson's folder, or what is wrong with it as a sentence. */
export function lessonAddress(typed: string): Read | { fault: string } {
  const text = typed.trim();
  const fault = `The lesson’s address must begin with https:// or http:// but is "${text}".`;
  if (!/^https?:\/\//i.test(text)) return { fault };
  try {
    const url = new URL(text);
    url.search = url.hash = '';
    url.pathname = url.pathname.replace(/\/[^/]*\.html$/, '/').replace(/\/*$/, '/');
    return { address: url.href, warning: warningFor(url) };
  } catch {
    return { fault };
  }
}
