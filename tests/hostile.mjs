// Values that somebody might put into an address to do harm, encoded as they stand in it.

export const hostile = [
  encodeURIComponent('<img src=x onerror=globalThis.harm=1>'),
  encodeURIComponent(`"><script>globalThis.harm=1</script>`),
  encodeURIComponent('javascript:globalThis.harm=1'),
  '${globalThis.harm=1}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-1e308',
  '9'.repeat(400),
  '0x10',
  'A'.repeat(100_000),
  '%E0%A4%A',
  '%',
  '%00',
  '%F0%9F%92%A3%E2%80%AE',
  '',
];
