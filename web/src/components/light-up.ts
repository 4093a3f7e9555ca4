/** A figure that has changed lights up for a moment, unless the reader wants no motion. */
export function lightUp(element: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const running of element.getAnimations()) running.cancel();
  element.animate([{ color: 'var(--accent)' }, {}], { duration: 1_200, easing: 'ease-out' });
}
