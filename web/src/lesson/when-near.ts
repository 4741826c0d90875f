/**
 * Runs once for each element that it observes, when that comes into sight or as near as the margin says.
 * @param rootMargin around the screen, as IntersectionObserver takes it
 */
export const whenNear = (
  rootMargin: string,
  run: (element: Element) => void,
): IntersectionObserver => {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        run(target);
      }
    },
    { rootMargin },
  );
  return observer;
};
