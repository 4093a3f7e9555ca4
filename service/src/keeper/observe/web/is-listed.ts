/** Whether an address is on a listed host and port, and in a listed folder or that very page. */
export function isListed(address: string, listed: readonly string[]): boolean {
  const { origin, pathname } = new URL(address);
  return listed.some((prefix) => {
    const { origin: listedOrigin, pathname: start } = new URL(prefix);
    if (origin !== listedOrigin) return false;
    // `/v1` lists `/v1` and `/v1/price`, but not `/v10`.
    return pathname === start || pathname.startsWith(start.endsWith('/') ? start : `${start}/`);
  });
}
