// The burn share of SOL leaves the reserve only here: a buyer takes a lot at the auction's price,
// and the UTILITY that it pays is burned in the same step. Anybody may do it; this is our buyer.
// A round sells one lot: after a sale the next one waits for the next round.
import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import {
  type Auction,
  amount,
  auctionPrice,
  findAffordableAt,
  isRoundSold,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import {
  type ErrorName,
  findEvents,
  getBuyBackInstruction,
  type Vault,
} from '@tote/program-client';
import type { Buyer } from '../genesis/buyer.ts';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { Log } from '../telemetry/log.ts';
import { type Actor, findProgramError, landAndIngest } from './landing/land-and-ingest.ts';

export interface BuyBackContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  readonly log: Log;
}

/** The lot that is sold next. */
export interface Sale {
  /** Lots that were sold before: no lot has the number of another one. */
  readonly number: bigint;
  /** When the buyer takes it, in this round or a later one; undefined if it is always too dear. */
  readonly at: UnixSeconds | undefined;
}

/** By what the chain says is left. Undefined while the reserve holds less than a lot. */
export async function findSale(
  { chain }: Pick<BuyBackContext, 'chain'>,
  buyer: Buyer,
): Promise<Sale | undefined> {
  const { sol } = await chain.accounts.getVaults();
  if (!isForSale(sol)) return undefined;
  const at = findAffordableAt(auctionOf(sol), buyer.limitOf(sol.lot), chain.clock.now());
  return { number: sol.burnedTotal / sol.lot, at };
}

/**
 * Buys that one lot. If somebody else was faster and the next round has not begun, or time went on
 * and a new round began above the limit, nothing happens.
 */
export async function buyBack(
  context: BuyBackContext,
  buyer: Buyer,
  { number }: Pick<Sale, 'number'>,
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
  const instruction = getBuyBackInstruction(
    {
      ...{ vaultSol, config },
      buyer: buyer.key.signer,
      buyerToken: buyer.token,
      utilityMint: (await chain.accounts.getConfig()).utilityMint,
      maxPrice: limit,
    },
    { programAddress: chain.programAddress },
  );
  try {
    const options = { computeUnitLimit: unitsFor(number) };
    const landed = await landAndIngest(context, [instruction], [keys.keeper, buyer.key], options);
    log.info(describe(landed, chain.programAddress), 'The buyback has sold a lot of the reserve');
  } catch (error) {
    const refusal = findProgramError(error);
    if (!refusal || !NOT_FOR_US.includes(refusal)) throw error;
    log.info({ lot: String(number), refusal }, 'A lot of the reserve was not for us');
  }
}

/** What happens when others buy too: the next round is ours. */
const NOT_FOR_US: readonly ErrorName[] = ['PriceAboveLimit', 'NothingForSale', 'RoundSold'];

/** It takes 2,100. */
const UNITS = 20_000;

/** Two sales alike are two: each lot has a limit of its own and so another transaction. */
function unitsFor(number: bigint): number {
  return UNITS + Number(number % 1_000n);
}

/** In this round, or in the next one if its lot is sold. */
function isForSale({ feesBurn, lot }: Vault): boolean {
  return feesBurn >= lot;
}

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
