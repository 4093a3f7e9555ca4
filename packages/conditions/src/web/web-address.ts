// Which addresses can be web sources, whoever lists them. The service checks the list and the
// address that the name leads to; here only the text is checked.

const CHARACTERS_MAX = 300;
/** Encoded slashes, backslashes and zeros: servers disagree about which path these mean. */
const UNCLEAR_PATH = /%(?:2f|5c|00)/i;
const IPV4 = /^[\d.]+$/;

/** The address in its normal form, or what is wrong with it. */
export function readWebAddress(text: string): { url: string } | { problem: string } {
  if (text.length > CHARACTERS_MAX) {
    return { problem: `has more than ${CHARACTERS_MAX} characters` };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') return { problem: 'is not an address that begins with https://' };
  const problem = findProblem(url, text);
  return problem === undefined ? { url: url.href } : { problem };
}

function findProblem(url: URL, text: string): string | undefined {
  const { hostname, username, password } = url;
  if (username !== '' || password !== '') return 'has a user or password';
  if (text.includes('#')) return 'has a # part, which is never sent';
  // An address in place of a name could not be proved by a certificate of that name.
  if (hostname.startsWith('[') || IPV4.test(hostname)) return 'has an IP address for a host name';
  if (!hostname.includes('.') || hostname.endsWith('.')) return 'has no full host name';
  return UNCLEAR_PATH.test(url.pathname) ? 'has an encoded slash or zero in its path' : undefined;
}
