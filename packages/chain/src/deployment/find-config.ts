import {
  ACCOUNT_VERSION,
  CONFIG_ACCOUNT_TYPE,
  type Config,
  getConfigDecoder,
  getConfigSize,
} from '@tote/program-client';
import type { Chain } from '../chain.ts';

export const OTHER_LAYOUT =
  'With the program of this version nobody could bet, be paid or withdraw there. Deploy it to an ' +
  'address of its own, with another --program-key, and keep the old service running until its ' +
  'markets are settled. To put an old program back, run tote deploy of its version ' +
  '(docs/upgrade.md).';

/**
 * Undefined if the program was never initialized on this chain. `remedy` says what to do about a
 * Config of another version.
 */
export async function findConfig(
  { rpc, programAddress, addresses }: Pick<Chain, 'rpc' | 'programAddress' | 'addresses'>,
  remedy: string,
): Promise<Config | undefined> {
  const { value } = await rpc
    .getAccountInfo(addresses.config, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  if (value?.owner !== programAddress) return undefined;
  const data = Buffer.from(value.data[0], 'base64');
  const [type, version] = data;
  const isOurs = version === ACCOUNT_VERSION && data.length === getConfigSize();
  if (type === CONFIG_ACCOUNT_TYPE && isOurs) return getConfigDecoder().decode(data);
  throw new Error(
    `The data on this chain was written by another version of the program: its Config has ` +
      `version ${version} and ${data.length} bytes, and this version reads version ` +
      `${ACCOUNT_VERSION} of ${getConfigSize()} bytes. ${remedy}`,
  );
}
