// Checks pools and fees against the bets and the terms on chain.
import {
  type Amount,
  amount,
  decideSettlement,
  dust,
  formatAmount,
  formatFeeRate,
  formatTenThousandths,
  outcomeFromCode,
  parseAmount,
  payoutRatioFloor,
  type Resolution,
  type Settlement,
  totalVolume,
  ZERO,
} from '@tote/domain';
import type { Verifying } from './checks.ts';
import { type Json, pick, textOf } from './json.ts';
import type { MarketHistory } from './read-history.ts';

/** Recomputes who gets the money; undefined if the market has not ended on chain. */
export function checkMoney(verifying: Verifying): Settlement | undefined {
  const { history, checks } = verifying;
  const resolution = resolutionOf(history);
  if (!resolution) {
    checks.skip('settlement', 'the market has no end on chain');
    return undefined;
  }
  const { burnBps, developerBps } = history.created.event;
  const settlement = decideSettlement(history.pools, resolution, { burnBps, developerBps });
  checkPools(verifying);
  checkFees(verifying, settlement);
  checkRatio(verifying, settlement);
  checkDust(verifying, settlement);
  return settlement;
}

function resolutionOf({ resolved, vetoed, refunded }: MarketHistory): Resolution | undefined {
  // Which reason it is does not matter to the money.
  if (vetoed || refunded) return { kind: 'none', reason: vetoed ? 'veto' : 'deadline' };
  const outcome = resolved ? outcomeFromCode(resolved.event.outcome) : null;
  return outcome === null ? undefined : { kind: 'outcome', outcome };
}

function checkPools(verifying: Verifying): void {
  const { history, receipt, checks } = verifying;
  const { pools, resolved, vetoed, refunded } = history;
  const event = (resolved ?? vetoed ?? refunded)?.event;
  for (const [name, sum, onChain] of [
    ['Yes', pools.yes, event?.poolYes],
    ['No', pools.no, event?.poolNo],
  ] as const) {
    checks.compare(
      `pool ${name}`,
      ['bets', money(verifying, sum)],
      ['chain', money(verifying, amount(onChain ?? 0n))],
      ['receipt', servedMoney(verifying, pick(receipt, 'pools', name))],
    );
  }
  const volume = money(verifying, totalVolume(pools));
  const served = servedMoney(verifying, pick(receipt, 'totalVolume'));
  checks.compare('totalVolume', ['bets', volume], ['receipt', served]);
}

function checkFees(verifying: Verifying, settlement: Settlement): void {
  const { history, receipt, checks } = verifying;
  const split = settlement.kind === 'paid' ? settlement : NO_FEES;
  const event = history.vetoed || history.refunded ? undefined : history.resolved?.event;
  for (const [name, shown, fee, onChain] of [
    ['burn share', 'burn', split.burn, event?.burn],
    ['developer share', 'developer', split.developer, event?.developer],
    ['shared by the winners', 'distributed', split.distributable, event?.distributable],
  ] as const) {
    checks.compare(
      name,
      ['recomputed', money(verifying, fee)],
      ['chain', money(verifying, amount(onChain ?? 0n))],
      ['receipt', servedMoney(verifying, pick(receipt, 'fees', shown))],
    );
  }
  const { burnBps, developerBps } = history.created.event;
  const rates = { burnRate: formatFeeRate(burnBps), developerRate: formatFeeRate(developerBps) };
  checks.compareServed(pick(receipt, 'fees'), 'chain', rates);
}

const NO_FEES = { burn: ZERO, developer: ZERO, distributable: ZERO };

function checkRatio({ history, receipt, checks }: Verifying, settlement: Settlement): void {
  const { yes, no } = payoutRatioFloor(settlement, history.pools);
  const ratios = { Yes: formatTenThousandths(yes), No: formatTenThousandths(no) };
  checks.compareServed(pick(receipt, 'payoutRatio'), 'recomputed', ratios, 'payoutRatio ');
}

/** The chain records the dust when the market is closed. The receipt may be older. */
function checkDust(verifying: Verifying, settlement: Settlement): void {
  const { history, receipt, checks } = verifying;
  const [moved] = history.closed;
  if (!moved) {
    checks.compareServed(pick(receipt, 'fees'), 'chain', { dust: 'null' });
    return;
  }
  const served = pick(receipt, 'fees', 'dust');
  const left = dust(settlement, [...history.positions.values()]);
  checks.compare(
    'dust',
    ['recomputed', money(verifying, left)],
    ['chain', money(verifying, amount(moved.event.dust))],
    ...(served === null ? [] : [['receipt', servedMoney(verifying, served)] as const]),
  );
}

export function money({ currency, decimals }: Verifying, value: Amount): string {
  return `${formatAmount(value, decimals[currency])} ${currency}`;
}

/** Normalizes amounts, so that their format does not matter. Other values stay unchanged. */
export function servedMoney(verifying: Verifying, value: Json | undefined): string {
  const served = readServed(verifying, value);
  return served === undefined ? `${textOf(value)} ${verifying.currency}` : money(verifying, served);
}

/** Undefined if it is not an amount. */
export function readServed(
  { currency, decimals }: Verifying,
  value: Json | undefined,
): Amount | undefined {
  try {
    return parseAmount(textOf(value), decimals[currency], 0n);
  } catch {
    return undefined;
  }
}
