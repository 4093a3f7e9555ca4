import type { Address } from '@solana/kit';
import { decodeLanded, shapeOf } from '@tote/chain/history/decode-landed';
import { listSignatures } from '@tote/chain/history/list-signatures';
import {
  type BetsPlacedChange,
  marketOfChange,
  type PlacedBet,
  type ProgramChange,
} from '@tote/chain/history/program-change';
import { placedBetId } from '@tote/chain/ids';
import { addStake, amount, EMPTY_POOLS, outcomeFromCode, type Pools, poolsOf } from '@tote/domain';
import {
  DONE,
  findBettorAddress,
  Outcome,
  type ParsedBet,
  parsePlaceBetsInstruction,
} from '@tote/program-client';
import { changeOf, irreconcilable, type MissingInMarket } from '../problems.ts';

const REFUSED = 255;

/** A strict batch that landed was accepted whole. For others the pools after it show which bets. */
export async function reconcileBets(missing: MissingInMarket): Promise<BetsPlacedChange> {
  const { chain, landed, instruction, source, market, row } = missing;
  const parsed = parsePlaceBetsInstruction(source, shapeOfRow(missing));
  const before = poolsOf(row.pool_yes, row.pool_no);
  const areAccepted = parsed.isStrict
    ? parsed.bets.map(() => true)
    : findAccepted(parsed.bets, before, await findPoolsAfter(missing));
  if (!areAccepted) throw irreconcilable(missing, 'several sets of bets would explain the pools');
  const ownBettor = await findBettorAddress(parsed.authority, {
    programAddress: chain.programAddress,
  });
  const { signature } = landed;
  let pools = before;
  const bets = parsed.bets.map((bet, position): PlacedBet => {
    const isAccepted = areAccepted[position] === true;
    if (isAccepted) pools = poolsAfter(pools, bet);
    return {
      position,
      betId: placedBetId(bet, ownBettor, { signature, instruction, position }),
      bettor: bet.bettor,
      outcome: bet.outcome,
      amount: bet.amount,
      verdict: isAccepted ? DONE : REFUSED,
      pools,
    };
  });
  const change = changeOf(missing, {
    name: 'BetsPlaced',
    accepted: bets.filter(({ verdict }) => verdict === DONE).length,
    market,
    sequence: row.sequence + 1n,
    bets: bets.map(({ pools: { yes, no }, verdict }) => ({ poolYes: yes, poolNo: no, verdict })),
  });
  return { ...change, authority: parsed.authority, bets };
}

const shapeOfRow = ({ row }: MissingInMarket) =>
  shapeOf({ flags: Number(row.flags), source: Number(row.source) });

function poolsAfter(pools: Pools, { outcome, amount: stake }: ParsedBet): Pools {
  const named = outcomeFromCode(outcome);
  return named === null ? pools : addStake(pools, named, amount(stake));
}

const SEARCH_MAX = 100_000;

/** The set of bets that leads from the pools before to those after, if there is exactly one. */
export function findAccepted(bets: readonly ParsedBet[], before: Pools, after: Pools) {
  const found: boolean[][] = [];
  let steps = 0;
  const search = (index: number, yes: bigint, no: bigint, chosen: boolean[]) => {
    steps += 1;
    if (found.length > 1 || steps > SEARCH_MAX || yes < 0n || no < 0n) return;
    const bet = bets[index];
    if (!bet) {
      if (yes === 0n && no === 0n) found.push(chosen);
      return;
    }
    if (bet.amount > 0n && (bet.outcome === 1 || bet.outcome === 2)) {
      const [takesYes, takesNo] = bet.outcome === 1 ? [bet.amount, 0n] : [0n, bet.amount];
      search(index + 1, yes - takesYes, no - takesNo, [...chosen, true]);
    }
    search(index + 1, yes, no, [...chosen, false]);
  };
  search(0, after.yes - before.yes, after.no - before.no, []);
  return found.length === 1 && steps <= SEARCH_MAX ? found[0] : undefined;
}

/**
 * From the market's next event that has its pools, otherwise from its account. Later batches whose
 * event is missing too are subtracted; that needs strict ones.
 */
async function findPoolsAfter(missing: MissingInMarket): Promise<Pools> {
  const { chain, market } = missing;
  let stakes: Pools = EMPTY_POOLS;
  for await (const change of listLater(missing)) {
    const pools = poolsBefore(change);
    if (pools) return subtract(pools, stakes);
    if (change.name === 'missing' && change.expected === 'BetsPlaced') {
      const { isStrict, bets } = parsePlaceBetsInstruction(change.source, shapeOfRow(missing));
      if (!isStrict) throw irreconcilable(missing, 'later bets are not known either');
      stakes = bets.reduce(poolsAfter, stakes);
    }
  }
  const account = await chain.accounts.findMarket(market);
  if (!account) throw irreconcilable(missing, 'the account with the pools is closed');
  return subtract(poolsOf(account.pools[0] ?? 0n, account.pools[1] ?? 0n), stakes);
}

async function* listLater(missing: MissingInMarket): AsyncIterable<ProgramChange> {
  const { chain, landed, instruction, market } = missing;
  const options = {
    programAddress: chain.programAddress,
    findMarketShape: (one: Address) => (one === market ? shapeOfRow(missing) : undefined),
    findOwnBettor: () => undefined,
  };
  const isOurs = (change: ProgramChange) => marketOfChange(change) === market;
  const rest = decodeLanded(landed, options).filter((one) => one.instruction > instruction);
  yield* rest.filter(isOurs);
  for (const { signature } of await listSignatures(chain.rpc, market, landed.signature)) {
    const later = await chain.fetchLanded(signature);
    if (later) yield* decodeLanded(later, options).filter(isOurs);
  }
}

function poolsBefore(change: ProgramChange): Pools | undefined {
  switch (change.name) {
    case 'MarketResolved':
    case 'MarketVetoed':
    case 'MarketRefunded':
      return poolsOf(change.event.poolYes, change.event.poolNo);
    case 'BetsPlaced': {
      const [first] = change.bets;
      if (!first) return undefined;
      const { yes, no } = first.pools;
      if (first.verdict !== DONE) return first.pools;
      const isYes = first.outcome === Outcome.Yes;
      return isYes ? poolsOf(yes - first.amount, no) : poolsOf(yes, no - first.amount);
    }
    default:
      return undefined;
  }
}

const subtract = (pools: Pools, stakes: Pools): Pools =>
  poolsOf(pools.yes - stakes.yes, pools.no - stakes.no);
