// Reads the complete history of a market from its transactions on chain.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { decodeLanded, shapeOf } from '@tote/chain/history/decode-landed';
import { listSignatures } from '@tote/chain/history/list-signatures';
import {
  type EventChange,
  type MarketShape,
  marketOfChange,
} from '@tote/chain/history/program-change';
import { hashMarketTexts } from '@tote/chain/history/read-market-texts';
import type { LandedTransaction } from '@tote/chain/landed';
import { type ParsedCondition, readCondition } from '@tote/conditions/read-condition';
import {
  type Amount,
  addStake,
  amount,
  EMPTY_POOLS,
  outcomeFromCode,
  type Pools,
  type Position,
} from '@tote/domain';
import { mapConcurrently } from '@tote/lib/map-concurrently';
import {
  DONE,
  type EventOf,
  type ParsedCreateMarket,
  parseCreateMarketInstruction,
} from '@tote/program-client';

const FETCHES_AT_ONCE = 8;

type EndName = 'MarketResolved' | 'MarketVetoed' | 'MarketRefunded' | 'MarketClosed';

/** An event of the market with the transaction that it came from. */
export interface Recorded<Name extends EndName> {
  readonly event: EventOf<Name>;
  readonly landed: LandedTransaction;
  /** The second account of the instruction: the oracle, or the account that was checked. */
  readonly witness: Address | undefined;
}

export interface MarketHistory {
  readonly market: Address;
  readonly created: {
    readonly event: EventOf<'MarketCreated'>;
    readonly landed: LandedTransaction;
    readonly parsed: ParsedCreateMarket;
    readonly question: string;
    readonly condition: string;
    readonly parsedCondition: ParsedCondition;
    /** Hashes of the texts in the instruction, hex. */
    readonly hashes: { readonly question: string; readonly condition: string };
  };
  /** The sums of all accepted bets. */
  readonly pools: Pools;
  readonly positions: ReadonlyMap<Address, Position>;
  readonly resolved: Recorded<'MarketResolved'> | undefined;
  readonly vetoed: Recorded<'MarketVetoed'> | undefined;
  readonly refunded: Recorded<'MarketRefunded'> | undefined;
  readonly payments: readonly Payment[];
  readonly closed: readonly Recorded<'MarketClosed'>[];
  readonly events: number;
}

export interface Payment {
  readonly bettor: Address;
  readonly amount: Amount;
  readonly signature: string;
}

/** The node does not have the complete history. */
export class HistoryIncomplete extends Error {}

export async function readHistory(chain: Chain, market: Address): Promise<MarketHistory> {
  const listed = await listSignatures(chain.rpc, market, undefined);
  const transactions = await mapConcurrently(listed, FETCHES_AT_ONCE, async ({ signature }) => {
    const landed = await chain.fetchLanded(signature);
    if (landed) return landed;
    throw new HistoryIncomplete(
      `the node lists the transaction ${signature} and has no copy of it`,
    );
  });
  const found = listEvents(chain, market, transactions);
  checkWhole(market, found);
  return toHistory(market, found);
}

interface Found {
  readonly change: EventChange & { readonly event: { readonly sequence: bigint } };
  readonly landed: LandedTransaction;
}

function listEvents(
  { programAddress }: Chain,
  market: Address,
  transactions: readonly LandedTransaction[],
): Found[] {
  const found: Found[] = [];
  let shape: MarketShape | undefined;
  for (const landed of transactions) {
    const changes = decodeLanded(landed, {
      programAddress,
      findMarketShape: (address) => (address === market ? shape : undefined),
      findOwnBettor: () => undefined,
    });
    for (const change of changes) {
      if (marketOfChange(change) !== market) continue;
      if (!('event' in change)) {
        const reason = `what the transaction ${landed.signature} did is not in its logs`;
        throw new HistoryIncomplete(shape ? reason : PRUNED);
      }
      if (change.name === 'MarketCreated') shape = shapeOf(change.event);
      found.push({ change: change as Found['change'], landed });
    }
  }
  // Within a slot, the market's sequence number gives the order.
  return found.sort((a, b) => Number(a.change.event.sequence - b.change.event.sequence));
}

const PRUNED = 'the node has pruned the first transactions of the market; use an archive node';

/** Sequence numbers are consecutive, so a hidden event is detected. */
function checkWhole(market: Address, found: readonly Found[]): void {
  if (found.length === 0) {
    throw new HistoryIncomplete(`the node knows nothing of the market ${market}`);
  }
  if (found[0]?.change.name !== 'MarketCreated') throw new HistoryIncomplete(PRUNED);
  for (const [index, { change }] of found.entries()) {
    if (change.event.sequence === BigInt(index + 1)) continue;
    throw new HistoryIncomplete(`the node does not have event ${index + 1} of the market`);
  }
}

function toHistory(market: Address, found: readonly Found[]): MarketHistory {
  const { pools, positions } = addBets(found);
  const [resolved] = findEnds(found, 'MarketResolved');
  const [vetoed] = findEnds(found, 'MarketVetoed');
  const [refunded] = findEnds(found, 'MarketRefunded');
  return {
    market,
    created: toCreated(found[0] as Found),
    ...{ pools, positions, resolved, vetoed, refunded },
    payments: listPayments(found),
    closed: findEnds(found, 'MarketClosed'),
    events: found.length,
  };
}

function toCreated({ change, landed }: Found): MarketHistory['created'] {
  if (change.name !== 'MarketCreated') throw new RangeError('the first event creates the market');
  const source = landed.instructions[change.instruction];
  if (!source) throw new RangeError('an event without an instruction');
  const { questionHash, conditionHash } = hashMarketTexts(source.data);
  const { event, question, condition } = change;
  return {
    ...{ event, landed, question, condition },
    parsedCondition: readCondition(condition),
    parsed: parseCreateMarketInstruction(source),
    hashes: { question: hex(questionHash), condition: hex(conditionHash) },
  };
}

function addBets(found: readonly Found[]) {
  const positions = new Map<Address, Position>();
  let pools: Pools = EMPTY_POOLS;
  for (const { change } of found) {
    if (change.name !== 'BetsPlaced') continue;
    for (const { bettor, outcome: code, amount: stake, verdict } of change.bets) {
      const outcome = verdict === DONE ? outcomeFromCode(code) : null;
      if (!bettor || outcome === null) continue;
      pools = addStake(pools, outcome, amount(stake));
      const { stakeYes: yes, stakeNo: no } = positions.get(bettor) ?? NO_STAKE;
      const stakes = addStake({ yes, no }, outcome, amount(stake));
      positions.set(bettor, { stakeYes: stakes.yes, stakeNo: stakes.no });
    }
  }
  return { pools, positions };
}

const NO_STAKE: Position = { stakeYes: EMPTY_POOLS.yes, stakeNo: EMPTY_POOLS.no };

function listPayments(found: readonly Found[]): Payment[] {
  return found.flatMap(({ change, landed }) => {
    if (change.name !== 'PositionsSettled') return [];
    return change.event.positions.flatMap(({ verdict, payout }, index): Payment[] => {
      const bettor = change.bettors[index];
      if (verdict !== DONE || !bettor) return [];
      return [{ bettor, amount: amount(payout), signature: landed.signature }];
    });
  });
}

function findEnds<Name extends EndName>(found: readonly Found[], name: Name): Recorded<Name>[] {
  return found
    .filter(({ change }) => change.name === name)
    .map(({ change, landed }) => ({
      event: change.event as unknown as EventOf<Name>,
      landed,
      witness: landed.instructions[change.instruction]?.accounts[1],
    }));
}

export const hex = (bytes: ArrayLike<number>) => Buffer.from(Array.from(bytes)).toString('hex');
