import type { Tote, Transaction } from '@tote/sdk';
import { ASKING_OPTIONS, choice, WALLET_OPTIONS } from '../command.ts';
import type { Session } from '../session.ts';
import { paint } from '../terminal/text.ts';

export const ACTING_OPTIONS = {
  ...WALLET_OPTIONS,
  ...ASKING_OPTIONS,
  fees: choice(['service', 'wallet'], 'the fee payer; default: the service'),
} as const;

export async function act(
  session: Session,
  { yes, fees }: { readonly wallet?: string; readonly yes?: boolean; readonly fees?: string },
  /** A function is for what only the service can say. */
  what: string | ((tote: Tote) => Promise<string>),
  send: (tote: Tote, payer: { readonly feePayer: 'relayer' | 'wallet' }) => Promise<Transaction>,
): Promise<undefined> {
  const { name, address } = await session.chooseWallet();
  const isKnown = typeof what === 'string';
  const early = isKnown ? undefined : (await session.connectWallet()).tote;
  const words = isKnown ? what : await what(early as Tote);
  await session.confirm(`${words}, as ${name} (${address}), at ${session.url}?`, yes);
  const tote = early ?? (await session.connectWallet()).tote;
  const transaction = await send(tote, { feePayer: fees === 'wallet' ? 'wallet' : 'relayer' });
  session.show(transaction, () => [
    [paint('green', 'Done: '), words],
    [paint('dim', `Transaction ${transaction.transactionId}`)],
  ]);
}

/** Opens the account of a new wallet in the same transaction. */
export async function hasAccount(tote: Tote): Promise<boolean> {
  return (await tote.getAccount()).open;
}

export const CURRENCY = {
  name: 'currency',
  choices: ['SOL', 'UTILITY'],
  isOptional: true,
} as const;
