// Parts that were on the page "Your work" once: links to them still lead there, with all that they say.

/** By their anchor. */
const moved: Record<string, string> = {
  '#for-instructors': './teach.html#choose-your-own',
  '#check-what-is-handed-in': './teach.html#check-what-is-handed-in',
};

export function followMoved(): void {
  const to = moved[location.hash];
  if (to === undefined) return;
  const address = new URL(to, location.href);
  address.search = location.search;
  location.replace(address);
}
