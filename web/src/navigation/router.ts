import { signal } from '@preact/signals';
import { root } from './env.ts';

const readPlace = (): { readonly path: string; readonly query: URLSearchParams } => {
  const { pathname, search } = location;
  const path = `/${pathname.slice(root.pathname.length)}`;
  return {
    path: path.length > 1 ? path.replace(/\/$/, '') : path,
    query: new URLSearchParams(search),
  };
};

export const place = signal(readPlace());

export const href = (path: string): string => root.pathname + path.slice(1);

export function navigate(path: string, { replace = false } = {}): void {
  const target = href(path);
  if (replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  place.value = readPlace();
  if (replace) return;
  scrollTo(0, 0);
  // Moves the focus, so that keyboard and screen readers continue at the new screen.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Links within the page change the screen without a reload. */
export function startRouter(): void {
  // Relative addresses in the head belong to the first path, and browsers reload the icon.
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = new URL('icon.svg', root).href;
  addEventListener('popstate', () => {
    place.value = readPlace();
  });
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    const link = (event.target as Element).closest?.('a');
    if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download'))
      return;
    if (link.origin !== root.origin || !link.pathname.startsWith(root.pathname)) return;
    const path = `/${link.pathname.slice(root.pathname.length)}`;
    if (!isScreen(path)) return;
    event.preventDefault();
    navigate(path + link.search);
  });
}

/** The API and files are not screens. */
const isScreen = (path: string) => !/^\/(v1|assets|embed)(\/|$)|\.\w+$/.test(path);
