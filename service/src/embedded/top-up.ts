import { type Address, lamports } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { pollUntil } from '@tote/chain/lib/poll-until';

/** For ten seconds. */
const LANDED_POLLS = { everyMs: 20, reads: 500 };

/** Sends SOL of the embedded chain's faucet to an address that holds less than `atLeast`. */
export async function topUp(
  chain: Chain,
  to: Address,
  { atLeast, by }: { atLeast: bigint; by: bigint },
): Promise<void> {
  const { value: held } = await chain.rpc.getBalance(to, { commitment: 'confirmed' }).send();
  if (held >= atLeast) return;
  const signature = await chain.rpc.requestAirdrop(to, lamports(by)).send();
  const landed = await pollUntil(() => chain.fetchLanded(signature), Boolean, LANDED_POLLS);
  if (landed?.error) throw new Error(`the faucet could not pay: ${landed.error.text}`);
  if (!landed) throw new Error(`the faucet's transfer to ${to} did not land`);
}
