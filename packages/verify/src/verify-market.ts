// Recomputes a market's outcome and every payout from the service's evidence and the chain, and
// compares. Chain data is never taken from the service.
import { type Address, getBase64Encoder } from '@solana/kit';
import { deriveConfig, marketIdOf } from './addresses.ts';
import { checkMoney } from './check-money.ts';
import { checkOutcome } from './check-outcome.ts';
import { checkPayouts } from './check-payouts.ts';
import { checkBaseline, checkRule } from './check-rule.ts';
import { checkBuyback, checkTransactions } from './check-transactions.ts';
import { type Check, Checks, type Verifying } from './checks.ts';
import { fetchReceipt, type ServedReceipt } from './fetch-receipt.ts';
import { HistoryContradicts, HistoryIncomplete } from './history/fetch-transaction.ts';
import type { ChainNode } from './history/node.ts';
import { pick, textAt } from './json.ts';
import { readHistory, type VerifiedChain } from './read-history.ts';

interface VerifyContext {
  readonly chain: VerifiedChain;
  /** The service's URL, with `/v1`. */
  readonly baseUrl: string;
  /** Called with each check when it is done. */
  onCheck?(check: Check): void;
}

type Count = 'recomputed' | 'oracleWord' | 'different' | 'unchecked';

export interface Verification {
  readonly marketId: string;
  readonly checks: readonly Check[];
  /** What was computed again, and apart from it what only the oracle's word stands for. */
  readonly counts: Readonly<Record<Count, number>>;
  /** True if everything could be checked and nothing differs. */
  readonly isTrue: boolean;
}

/** Throws if the service has no receipt of the market. */
export async function verifyMarket(context: VerifyContext, market: Address): Promise<Verification> {
  const marketId = marketIdOf(market);
  // The service first, so that the chain's state is never older than the receipt.
  const served = await fetchReceipt(context.baseUrl, marketId);
  return verifyReceipt(context.chain, market, served, context.onCheck);
}

export async function verifyReceipt(
  chain: VerifiedChain,
  market: Address,
  served: ServedReceipt,
  onCheck?: (check: Check) => void,
): Promise<Verification> {
  const checks = new Checks(onCheck);
  try {
    const history = await readHistory(chain, market);
    const utility = await readUtilityDecimals(chain.node, chain.programAddress);
    const decimals = { SOL: 9, UTILITY: utility };
    const currency = history.created.event.currency === 0 ? 'SOL' : 'UTILITY';
    await checkAll({ ...served, chain, history, checks, currency, decimals });
  } catch (error) {
    if (error instanceof HistoryIncomplete) checks.skip('history', error.message);
    else if (error instanceof HistoryContradicts) checks.contradict('history', error.message);
    else throw error;
  }
  const count = (status: Check['status']) => {
    return checks.list.filter((each) => each.status === status).length;
  };
  const counts = {
    recomputed: count('ok'),
    oracleWord: count('said'),
    different: count('different'),
    unchecked: count('unchecked'),
  };
  const isTrue = counts.different + counts.unchecked === 0;
  return { marketId: marketIdOf(market), checks: checks.list, counts, isTrue };
}

async function checkAll(verifying: Verifying): Promise<void> {
  const { history, checks } = verifying;
  checks.compare('history', ['chain', `${history.events} events, none missing`]);
  await checkRule(verifying);
  await checkBaseline(verifying);
  await checkOutcome(verifying);
  const settlement = checkMoney(verifying);
  if (!settlement) return;
  await checkPayouts(verifying, settlement);
  await checkTransactions(verifying);
  await checkBuyback(verifying);
}

/** The first bytes of the account: type, version, bump, decimals. */
const CONFIG_TYPE = 1;
const VERSION = 3;

async function readUtilityDecimals(node: ChainNode, program: Address): Promise<number> {
  const config = await deriveConfig(program);
  const settings = { encoding: 'base64', commitment: 'confirmed' };
  const account = pick(await node.call('getAccountInfo', [config, settings]), 'value');
  if (!account || textAt(account, 'owner') !== program) {
    throw new Error(`The program ${program} is not initialized on this chain.`);
  }
  const [type, version, , decimals] = getBase64Encoder().encode(textAt(account, 'data', '0'));
  if (type === CONFIG_TYPE && version === VERSION && decimals !== undefined) return decimals;
  throw new Error(`The Config of ${program} has another version; use a newer verifier.`);
}
