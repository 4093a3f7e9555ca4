// The verifier in the visitor's browser, loaded on demand.
import type { Check, Verification } from '@tote/verify';
import { config } from '../../data/tote.ts';
import { apiUrl } from '../../navigation/env.ts';

/** Why it could not be checked, and what to do. */
export class CannotVerify extends Error {}

/** Undefined if the address is fine. Browsers refuse plain HTTP except to localhost. */
export function findFault(rpc: string): string | undefined {
  if (!URL.canParse(rpc)) return 'Enter the address of a Solana node, such as https://….';
  const { protocol, hostname } = new URL(rpc);
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isHere)) return undefined;
  return 'The address must begin with https://, or be on this machine: http://localhost….';
}

export async function runVerification(
  marketId: string,
  rpc: string,
  onCheck: (check: Check) => void,
): Promise<Verification> {
  const { createNode, parseMarket, verifyMarket } = await load();
  const node = createNode(rpc);
  const { origin } = new URL(rpc);
  const genesisHash = await node.call('getGenesisHash', []).catch(() => {
    throw new CannotVerify(
      `No node responds at ${origin}. Check the address. The node must also allow web pages ` +
        '(CORS); some public ones do not: try another one.',
    );
  });
  const { program, genesisHash: expected } = config.value ?? {};
  if (genesisHash !== expected) {
    throw new CannotVerify(`${origin} is not a node of this market’s chain.`);
  }
  const market = parseMarket(marketId);
  const programAddress = parseMarket(program ?? '');
  if (!market || !programAddress) throw new CannotVerify('The market has no address.');
  const baseUrl = `${apiUrl.replace(/\/+$/, '')}/v1`;
  return verifyMarket({ chain: { node, programAddress }, baseUrl, onCheck }, market);
}

async function load() {
  try {
    return await import('@tote/verify');
  } catch {
    throw new CannotVerify(
      'The verifier could not be loaded. The page may have been replaced by a newer one: reload it.',
    );
  }
}
