import { type Address, lamports } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';

const LANDED_POLL_MS = 20;
const LANDED_WAIT_MS_MAX = 10_000;

/** Sends SOL of the embedded chain's faucet to an address that holds less than `atLeast`. */
export async function topUp(
  chain: Chain,
  to: Address,
  { atLeast, by }: { atLeast: bigint; by: bigint },
): Promise<void> {
  const { value: held } = await chain.rpc.getBalance(to, { commitment: 'confirmed' }).send();
  if (held >= atLeast) return;
  const signature = await chain.rpc.requestAirdrop(to, lamports(by)).send();
  for (let waitedMs = 0; waitedMs < LANDED_WAIT_MS_MAX; waitedMs += LANDED_POLL_MS) {
    const landed = await chain.fetchLanded(signature);
    if (landed?.error) throw new Error(`the faucet could not pay: ${landed.error.text}`);
    if (landed) return;
    await new Promise((resolve) => setTimeout(resolve, LANDED_POLL_MS));
  }
  throw new Error(`the faucet's transfer to ${to} did not land`);
}
