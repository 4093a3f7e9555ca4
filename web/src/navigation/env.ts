// The addresses of the page and the service, which the service writes into the page's head.
const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Ends with a slash. What comes before it is the prefix of a proxy. */
export const root = new URL(meta('tote-root') || './', location.href);

/** The API's address. The page may be served by a server other than the service. */
export const apiUrl = new URL(meta('tote-api') || root.href, location.href).href;
