import type { IncomingMessage } from 'node:http';
import type { PageAccess, PageRefusal } from '@tote/chain/lib/page-access';
import type { NetworkClient } from '../chain-api.ts';

export function networkClientOf({ headers }: IncomingMessage, pages: PageAccess): NetworkClient {
  const refusal = pages.findRefusal(headers);
  return refusal ? { refusal: explain(refusal) } : {};
}

const HOW_TO_ALLOW =
  'TOTE_ALLOWED_ORIGINS of the service or --allow-origin of tote-localnet allows an origin.';

function explain({ header, value }: PageRefusal): string {
  if (header === 'Host') {
    return `airdrops cannot be used by the name "${value}". Connect to localhost. ${HOW_TO_ALLOW}`;
  }
  if (value === 'null') {
    return 'airdrops cannot be used by a page from a file. Serve it on localhost.';
  }
  return `airdrops cannot be used by pages of ${value}. ${HOW_TO_ALLOW}`;
}
