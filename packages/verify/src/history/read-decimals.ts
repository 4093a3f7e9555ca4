// The decimals of UTILITY, from the Config account on chain.
import { type Address, getBase64Encoder } from '@solana/kit';
import { pick, textOf } from '../json.ts';
import { deriveConfig } from './derive-address.ts';
import type { ChainNode } from './node.ts';

/** The first bytes of the account: type, version, bump, decimals. */
const CONFIG_TYPE = 1;
const VERSION = 3;

export async function readUtilityDecimals(node: ChainNode, program: Address): Promise<number> {
  const config = await deriveConfig(program);
  const settings = { encoding: 'base64', commitment: 'confirmed' };
  const account = pick(await node.call('getAccountInfo', [config, settings]), 'value');
  if (!account || textOf(pick(account, 'owner')) !== program) {
    throw new Error(`The program ${program} is not initialized on this chain.`);
  }
  const [type, version, , decimals] = getBase64Encoder().encode(textOf(pick(account, 'data', '0')));
  if (type === CONFIG_TYPE && version === VERSION && decimals !== undefined) return decimals;
  throw new Error(`The Config of ${program} has another version; use a newer verifier.`);
}
