// The steps before a bet. Each needs at most one signature of the wallet.
import type { Allowance } from '@tote/sdk';
import { tote } from '../data/tote.ts';
import { openConnectDialog } from '../wallet/connect-dialog.tsx';
import { getPlayMoney } from '../wallet/play-money.ts';
import { isOurs, type Step, type TicketFacts } from './next-step.ts';

type Preparing = Exclude<Step, { readonly kind: 'bet' } | { readonly kind: 'wait' }>;

/** `until` is when the permission ends, in milliseconds. */
export async function takeStep(step: Preparing, facts: TicketFacts, until: number): Promise<void> {
  const client = tote.peek();
  const { account, market } = facts;
  const { currency } = market;
  if (step.kind === 'deposit') {
    const deposit = { currency, amount: step.lacking };
    const allow = facts.allowance && allowanceOf(facts, until);
    await (account?.open ? client.deposit(deposit) : client.openAccount({ deposit, allow }));
  } else if (step.kind === 'allow') await client.allow(allowanceOf(facts, until));
  else if (step.kind === 'faucet') await getPlayMoney(client);
  else openConnectDialog();
}

/** A permission replaces the previous one, so the other currency's limit is kept. */
function allowanceOf(facts: TicketFacts, until: number): Allowance {
  const { account, allowance, market } = facts;
  const kept = isOurs(facts) ? account?.delegate?.allowance : undefined;
  const amounts = { ...kept, [market.currency]: allowance?.amount };
  return { sol: amounts.SOL, utility: amounts.UTILITY, until: new Date(until) };
}
