import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import {
  type Auction,
  amount,
  auctionPrice,
  findAffordableAt,
  isRoundSold,
  unixSeconds,
} from '@tote/domain';
import {
  type ErrorName,
  findEvents,
  getBuyBackInstruction,
  type Vault,
} from '@tote/program-client';
import type { Buyer } from '../../embedded/buyer.ts';
import {
  findProgramError,
  type KeeperContext,
  landAndIngest,
} from '../../submissions/land-and-ingest.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Task, TaskContext } from '../task.ts';

/** While nothing is for sale. Closing a market wakes the task, but others may close markets too. */
const IDLE_MS = 30_000;
const SOONEST_MS = 200;

export function fillBuyback(context: TaskContext, buyer: Buyer): Task {
  let waitMs = IDLE_MS;
  return {
    name: 'fill-buyback',
    part: 'fill-buyback',
    // A round sells one lot, and a sale sets the price of the next: there is never more than one.
    atOnce: 1,
    get pollMs() {
      return waitMs;
    },
    wokenBy: ['close-settled-markets'],
    async find(_limit, canTry) {
      const sale = await findSale(context, buyer);
      const leftMs = ((sale?.at ?? Infinity) - context.chain.clock.now()) * 1_000;
      waitMs = leftMs > 0 ? Math.min(IDLE_MS, Math.max(SOONEST_MS, leftMs)) : IDLE_MS;
      if (!sale || leftMs > 0) return [];
      const subject = `lot ${sale.number}`;
      if (!canTry(subject)) return [];
      return [{ subject, run: (signal) => buyBack({ ...context, signal }, buyer, sale) }];
    },
  };
}

// Buys lots of the SOL reserve in the buyback auction. The UTILITY that a buyer pays is burned in
// the same instruction; the burn share of SOL has no other way out. Anybody may buy; this is our
// buyer. A round sells one lot, so after a sale the next lot waits for the next round.

export async function findSale({ chain }: Pick<KeeperContext, 'chain'>, buyer: Buyer) {
  const { sol } = await chain.accounts.getVaults();
  if (!isForSale(sol)) return undefined;
  const at = findAffordableAt(auctionOf(sol), buyer.limitOf(sol.lot), chain.clock.now());
  return { number: sol.burnedTotal / sol.lot, at };
}

export async function buyBack(
  context: KeeperContext & { readonly log: Log },
  buyer: Buyer,
  { number }: { readonly number: bigint },
): Promise<void> {
  const { chain, keys, log } = context;
  const { sol } = await chain.accounts.getVaults();
  if (!isForSale(sol) || sol.burnedTotal / sol.lot !== number) return;
  const limit = buyer.limitOf(sol.lot);
  const [auction, now] = [auctionOf(sol), chain.clock.now()];
  if (isRoundSold(auction, now)) return;
  const price = auctionPrice(auction, now);
  if (price > limit) return;
  await buyer.ensureFunds(price);
  const { vaultSol, config } = chain.addresses;
  const accounts = { vaultSol, config, buyer: buyer.key.signer, buyerToken: buyer.token };
  const utility = await chain.accounts.getUtility();
  const instruction = getBuyBackInstruction({ ...accounts, ...utility, maxPrice: limit }, chain);
  try {
    const options = { computeUnitLimit: unitsFor(number) };
    const landed = await landAndIngest(context, [instruction], [keys.keeper, buyer.key], options);
    log.info(describe(landed, chain.programAddress), 'The buyback has sold a lot of the reserve');
  } catch (error) {
    const refusal = findProgramError(error);
    if (!refusal || !LOST_TO_OTHERS.includes(refusal)) throw error;
    log.info({ lot: String(number), refusal }, 'Another buyer took the lot, or its price rose');
  }
}

/** Refusals to expect when others buy too. The next round is another chance. */
const LOST_TO_OTHERS: readonly ErrorName[] = ['PriceAboveLimit', 'NothingForSale', 'RoundSold'];

const UNITS = 20_000;

/** Each lot has its own limit, so that two equal sales are two transactions. */
const unitsFor = (number: bigint): number => UNITS + Number(number % 1_000n);

const isForSale = ({ feesBurn, lot }: Vault): boolean => feesBurn >= lot;

function auctionOf({ clearingPrice, roundStartedAt, roundSeconds }: Vault): Auction {
  return {
    clearingPrice: amount(clearingPrice),
    roundStartedAt: unixSeconds(roundStartedAt),
    roundSeconds: Number(roundSeconds),
  };
}

function describe({ signature, logs }: LandedTransaction, programAddress: Address) {
  const event = findEvents(logs, programAddress).find(({ name }) => name === 'BoughtBack');
  if (event?.name !== 'BoughtBack') return { signature };
  const { lot, price, reserve } = event;
  const figures = { lamports: String(lot), burned: String(price), reserve: String(reserve) };
  return { signature, ...figures };
}
