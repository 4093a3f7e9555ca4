// Pays winnings and refunds of ended markets into the bettors' balances, closes the markets, and
// sends winnings on to the wallets that chose auto_withdraw.
import type { Base64EncodedBytes } from '@solana/kit';
import { BETTOR_FLAGS_OFFSET, BETTOR_HEAD_BYTES, readBettor } from '@tote/chain/bettor-account';
import { CURRENCIES } from '@tote/domain';
import {
  ACCOUNT_VERSION,
  BETTOR_ACCOUNT_TYPE,
  BETTOR_FLAGS,
  findTokenAccount,
} from '@tote/program-client';
import { closeMarket } from '../../markets/end-market.ts';
import { settleMarket } from '../../markets/settle-market.ts';
import { type KeeperContext, landAndIngest } from '../../submissions/land-and-ingest.ts';
import { withdrawInstruction } from '../../submissions/prepare/draft-funds.ts';
import { ENDING_TASKS, type Job, marketTask, type Task, type TaskContext } from '../task.ts';

export function settleEndedMarkets(context: TaskContext): Task {
  const timing = { atOnce: 16, pollMs: 500, wokenBy: ENDING_TASKS };
  const list = context.reads.listUnsettledMarkets;
  return marketTask(context, { name: 'settle-ended-markets', ...timing }, list, settleMarket);
}

/** Fees of settled markets go to the vault and, from their expiry on, their rent back. */
export function closeSettledMarkets(context: TaskContext): Task {
  const task: Omit<Task, 'find'> = {
    name: 'close-settled-markets',
    // They fit into one transaction. Outcomes and payouts are more urgent.
    atOnce: 12,
    pollMs: 1_000,
    yieldsTo: ['resolve-due-events', 'resolve-due-facts', 'settle-ended-markets'],
    // A market without bets has nothing to settle.
    wokenBy: ['settle-ended-markets', ...ENDING_TASKS],
  };
  return marketTask(context, task, context.reads.listClosableMarkets, closeMarket);
}

export function sweepWinnings(context: TaskContext): Task {
  return {
    name: 'sweep-winnings',
    atOnce: 2,
    pollMs: 30_000,
    wokenBy: ['settle-ended-markets'],
    async find(limit, canTry) {
      const found = await listSweepable(context);
      const ready = found.filter((withdrawal) => canTry(subjectOf(withdrawal)));
      return (await keepReceivable(context, ready)).slice(0, limit).map(
        (withdrawal): Job => ({
          subject: subjectOf(withdrawal),
          run: (signal) => sweep({ ...context, signal }, withdrawal),
        }),
      );
    },
  };
}

const subjectOf = ({ bettor, currency }: AutoWithdrawal): string => `${bettor} ${currency}`;

// Sends winnings to the wallets of bettors who have turned on automatic withdrawal.

type AutoWithdrawal = Awaited<ReturnType<typeof listSweepable>>[number];

async function listSweepable({ chain }: KeeperContext) {
  const bettors = await chain.rpc
    .getProgramAccounts(chain.programAddress, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: { offset: 0, length: BETTOR_HEAD_BYTES },
      filters: [
        bytesAt(0, BETTOR_ACCOUNT_TYPE, ACCOUNT_VERSION),
        bytesAt(BETTOR_FLAGS_OFFSET, BETTOR_FLAGS.autoWithdraw),
      ],
    })
    .send();
  return bettors.flatMap(({ pubkey: bettor, account }) => {
    const { wallet, sweepable } = readBettor(Buffer.from(account.data[0], 'base64')) ?? {};
    return CURRENCIES.flatMap((currency, index) => {
      const amount = sweepable?.[index] ?? 0n;
      return wallet && amount > 0n ? [{ bettor, wallet, currency, amount }] : [];
    });
  });
}

function bytesAt(offset: number, ...values: readonly number[]) {
  const bytes = Buffer.from(values).toString('base64') as Base64EncodedBytes;
  return { memcmp: { offset: BigInt(offset), bytes, encoding: 'base64' as const } };
}

const ACCOUNTS_AT_ONCE = 100;

/** UTILITY stays in the balance while its wallet has no token account: a sweep creates none. */
async function keepReceivable({ chain }: KeeperContext, found: readonly AutoWithdrawal[]) {
  const utility = await chain.accounts.getUtility();
  const kept: AutoWithdrawal[] = [];
  for (let at = 0; at < found.length; at += ACCOUNTS_AT_ONCE) {
    const part = found.slice(at, at + ACCOUNTS_AT_ONCE);
    const targets = part.map(({ wallet, currency }) =>
      currency === 'SOL' ? wallet : findTokenAccount(wallet, utility),
    );
    const { value } = await chain.rpc
      .getMultipleAccounts(await Promise.all(targets), {
        commitment: 'confirmed',
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
      })
      .send();
    const hasToken = (index: number) => value[index]?.owner === utility.tokenProgram;
    kept.push(...part.filter(({ currency }, index) => currency === 'SOL' || hasToken(index)));
  }
  return kept;
}

/** If the wallet cannot receive them, the winnings stay in the balance. */
async function sweep(context: KeeperContext, withdrawal: AutoWithdrawal): Promise<void> {
  const { chain, keys } = context;
  const { wallet, ...move } = withdrawal;
  const utility = await chain.accounts.getUtility();
  const tokenAccount = await findTokenAccount(wallet, utility);
  const funded = { ...move, authority: keys.keeper.signer, tokenAccount, utility };
  const instruction = withdrawInstruction(chain, wallet, funded);
  await landAndIngest(context, [instruction], [keys.keeper]);
}
