import type { Address } from '@solana/kit';
import { dust, payout } from '@tote/domain';
import {
  DONE,
  errorNumber,
  getCloseMarketInstruction,
  getSettlePositionsInstruction,
  type PositionResult,
} from '@tote/program-client';
import { vaultAddress } from '../../support/build.ts';
import { addLamports, liveMarket, vaultOf } from '../coins.ts';
import type { Market, Model } from '../model.ts';
import { askAll, require, type Transaction } from '../plan.ts';
import { phaseOf } from './decisions.ts';
import { addToBurn } from './fees.ts';

export interface SettledPosition {
  /** The account that is passed as the bettor, whatever it is. */
  address: Address;
  /** The hint. */
  slot: number;
}

/** All that are still open, with right hints. */
export function openPositionsOf(model: Model, market: Market): SettledPosition[] {
  return model.bettors.flatMap(({ account, address }) => {
    const slot = account?.slots.findIndex((one) => one?.market === market) ?? -1;
    return slot >= 0 ? [{ address, slot }] : [];
  });
}

export function settlePositions(
  model: Model,
  market: Market,
  positions: readonly SettledPosition[],
): Transaction {
  return {
    kind: 'settle_positions',
    build: () =>
      getSettlePositionsInstruction({
        market: market.address,
        positions: positions.map(({ address, slot }) => ({ bettor: address, slot })),
      }),
    apply() {
      expectFinal(model, market);
      const results = positions.map((position) => settle(model, market, position));
      market.sequence += 1n;
      return {
        name: 'PositionsSettled',
        settled: results.filter(({ verdict }) => verdict === DONE).length,
        market: market.address,
        sequence: market.sequence,
        openPositions: BigInt(market.openPositions),
        held: market.held,
        positions: results,
      };
    },
  };
}

function expectFinal(model: Model, market: Market): void {
  require(liveMarket(market).settlement !== null, 'NotResolved');
  require(phaseOf(model, market).state !== 'proposed', 'VetoRunning');
}

function settle(model: Model, market: Market, { address, slot }: SettledPosition): PositionResult {
  const account = model.bettors.find((bettor) => bettor.address === address)?.account;
  if (!account) return { payout: 0n, verdict: errorNumber('NotABettor') };
  const index = account.slots.findIndex((one) => one?.market === market);
  const position = account.slots[index]?.position;
  const { settlement, currency } = market;
  if (!position || !settlement) return { payout: 0n, verdict: errorNumber('NothingToSettle') };
  if (index !== slot) model.statistics.reach('settled with a wrong hint');
  const paid = payout(settlement, position);
  account.slots[index] = null;
  account.available[currency] += paid;
  account.sweepable[currency] += paid;
  market.held -= paid;
  market.openPositions -= 1;
  market.settled.push(position);
  return { payout: paid, verdict: DONE };
}

/** The rent payer gets the rent back. */
export function closeMarket(
  model: Model,
  market: Market,
  rentPayer = market.rentPayer,
): Transaction {
  return {
    kind: 'close_market',
    build: () =>
      getCloseMarketInstruction({
        market: market.address,
        vault: vaultAddress(market.currency),
        rentPayer: rentPayer.address,
      }),
    apply() {
      liveMarket(market);
      const accountClosed = model.now >= BigInt(market.times.expiresAt);
      askAll(
        () => require(market.rentPayer === rentPayer, 'WrongAddress'),
        () => expectFinal(model, market),
        () => require(market.openPositions === 0, 'PositionsOpen'),
        () => require(accountClosed || !market.areFeesMoved, 'CloseTooEarly'),
      );
      const fees = takeFees(market);
      const vault = vaultOf(model, market.currency);
      addToBurn(vault, fees.burn + fees.dust, model.now);
      vault.feesDeveloper += fees.developer;
      market.sequence += 1n;
      if (accountClosed) {
        addLamports(model, rentPayer.address, market.lamports);
        market.lamports = 0n;
        market.isGone = true;
      }
      const { address, sequence } = market;
      const { feesBurn, feesDeveloper, burnTotal } = vault;
      const totals = { feesBurn, feesDeveloper, burnTotal };
      return { name: 'MarketClosed', accountClosed, market: address, sequence, ...fees, ...totals };
    },
  };
}

function takeFees(market: Market): { burn: bigint; developer: bigint; dust: bigint } {
  if (market.areFeesMoved) return { burn: 0n, developer: 0n, dust: 0n };
  if (!market.settlement) throw new Error('a market without a settlement has no fees');
  const { burnDue: burn, developerDue: developer } = market;
  const fees = { burn, developer, dust: dust(market.settlement, market.settled) };
  market.held = 0n;
  market.burnDue = 0n;
  market.developerDue = 0n;
  market.areFeesMoved = true;
  return fees;
}
