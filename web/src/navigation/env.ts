// Where the page and the service are. The service writes both into the head of the page.
const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Ends with a slash. What comes before it is the prefix of a proxy. */
export const root = new URL(meta('tote-root') || './', location.href);

/** Of the API. Another server than the service may have this page. */
export const apiUrl = new URL(meta('tote-api') || root.href, location.href).href;
