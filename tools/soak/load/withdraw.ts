import { signTransaction } from '../../../service/test/support/new-wallet.ts';
import type { Chance } from '../chance.ts';
import type { Wallet } from '../setups/setup.ts';
import { ask, askUntilDecided, type LoadContext, pause } from './clients.ts';

const LAMPORTS = 2_000_000;

/** Takes some money out, in a transaction that the wallet signs: sent again, it is the same one. */
export async function withdraw(
  context: LoadContext,
  chance: Chance,
  wallet: Wallet,
  bettor: string,
  step: number,
): Promise<void> {
  const lamports = LAMPORTS + step;
  const amount = `0.${String(lamports).padStart(9, '0')}`;
  const prepared = await ask(context, chance, 'POST', '/account/transactions', {
    as: wallet,
    body: { actions: [{ type: 'withdraw', currency: 'SOL', amount }] },
  });
  if (prepared?.status !== 200) return;
  const transaction = await signTransaction(prepared.body.transaction, wallet.key);
  const answer = await askUntilDecided(context, chance, () =>
    ask(context, chance, 'POST', '/transactions', { body: { transaction } }),
  );
  const mark = `${bettor} ${lamports}`;
  const add = (result: 'acknowledged' | 'refused' | 'undecided') =>
    context.record.add({ kind: 'withdrawal', mark, facts: '', result });
  if (!answer) return add('undecided');
  if (answer.status !== 200) return add('refused');
  let { state } = answer.body;
  const { transactionId } = answer.body;
  while (state === 'pending' && !context.ending.aborted) {
    await pause(500, context.ending);
    const found = await ask(context, chance, 'GET', `/transactions/${transactionId}`);
    if (found?.status === 200) state = found.body.state;
  }
  if (state === 'pending') return add('undecided');
  add(state === 'failed' ? 'refused' : 'acknowledged');
}
