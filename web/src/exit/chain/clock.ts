import { type Address, getI64Decoder } from '@solana/kit';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { fetchAccounts } from './accounts.ts';
import { ExitError, type Node } from './node.ts';

const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111' as Address;
const UNIX_TIMESTAMP_OFFSET = 32;

export async function fetchChainTime(node: Node): Promise<UnixSeconds> {
  const [clock] = await fetchAccounts(node, [CLOCK_SYSVAR]);
  if (!clock) throw new ExitError('The node does not know the time of the chain. Try another one.');
  return unixSeconds(getI64Decoder().decode(clock.data, UNIX_TIMESTAMP_OFFSET));
}
