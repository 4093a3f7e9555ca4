// The addresses of the page and the service, which the service writes into the page's head.
const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** What the operator did not set is empty. The logo's address is relative to the root. */
export const branding = {
  name: meta('tote-name') || 'Tote',
  logo: meta('tote-logo'),
  termsUrl: meta('tote-terms'),
  supportUrl: meta('tote-support'),
};

export function applyAccent(): void {
  const accent = meta('tote-accent');
  if (accent) document.documentElement.style.setProperty('--accent', accent);
}

/** Ends with a slash. What comes before it is the prefix of a proxy. */
export const root = new URL(meta('tote-root') || './', location.href);

/** The API's address. The page may be served by a server other than the service. */
export const apiUrl = new URL(meta('tote-api') || root.href, location.href).href;
