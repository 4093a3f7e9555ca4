import type { Wallet } from '@wallet-standard/base';
import { tote } from '../data/tote.ts';
import { isZero } from '../format/amounts.ts';
import { connectWallet } from './connect.ts';
import { allowPlayMoney, getPlayMoney } from './play-key.ts';

/** One step to the first bet: the wallet, play money, and the permission to bet it. */
export async function connectPlayWallet(wallet: Wallet): Promise<void> {
  await connectWallet(wallet);
  const { balances, delegate } = await tote.peek().getAccount();
  if (isZero(balances.SOL)) await getPlayMoney(tote.peek());
  if (!delegate) await allowPlayMoney(tote.peek());
}
