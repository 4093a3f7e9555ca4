// Warnings about markets whose result can be bought: who can move it, and what that costs now.
import { formatDecimal } from '@tote/domain';
import type { HolderCountCondition } from './holder-count.ts';
import type { AccountSnapshot } from './oracles/account-snapshot.ts';
import type { Mint } from './oracles/layouts/mint.ts';
import { readCurveCost } from './oracles/prices/curve-cost.ts';
import { SOL_DECIMALS, WRAPPED_SOL } from './oracles/programs.ts';
import { multiply, type Rational, scaled } from './oracles/rational.ts';
import { groupDigits, toUnits } from './threshold.ts';
import type { TokenEventCondition } from './token-event.ts';
import type { TokenSupplyCondition } from './token-supply.ts';

const SHOWN_DECIMALS = 2;

/** Rounded up to a hundredth, so that no cost is shown as zero. */
export function formatSol(lamports: bigint): string {
  const unit = 10n ** BigInt(SOL_DECIMALS - SHOWN_DECIMALS);
  return groupDigits(formatDecimal((lamports + unit - 1n) / unit, SHOWN_DECIMALS));
}

/** `price` is SOL per token; without it the value in SOL is left out. */
export function warnOfBurning(
  condition: TokenSupplyCondition,
  { supply, decimals, mintAuthority }: Pick<Mint, 'supply' | 'decimals' | 'mintAuthority'>,
  price?: Rational,
): string[] {
  const { comparator } = condition;
  const units = toUnits(condition, decimals);
  // The highest supply that is below the threshold.
  const below = comparator === 'gte' || comparator === 'lt' ? units - 1n : units;
  const isMetBelow = comparator === 'lt' || comparator === 'lte';
  if (supply <= below) {
    if (mintAuthority !== null) return [];
    const follows = isMetBelow ? 'the condition stays met' : 'the condition cannot be met';
    return [`Nobody can mint more of the token, and its supply can only fall: ${follows}.`];
  }
  const burned = supply - below;
  // No supply is below a threshold of zero.
  if (burned > supply) return [];
  const follows = isMetBelow ? 'meets the condition' : 'makes it no longer met';
  return [
    'Every holder can lower the supply by burning: whoever burns ' +
      `${formatTokens(burned, decimals)} tokens${worth(burned, decimals, price)} ${follows}.`,
  ];
}

/** `count` is the current number of holders. */
export function warnOfNewHolders(
  condition: HolderCountCondition,
  { count, decimals }: { readonly count: bigint; readonly decimals: number },
  { rent, price }: { readonly rent?: bigint; readonly price?: Rational },
): string[] {
  const { comparator } = condition;
  const units = toUnits(condition, 0);
  const above = comparator === 'gte' || comparator === 'lt' ? units : units + 1n;
  const missing = above - count;
  if (missing <= 0n || rent === undefined) return [];
  const least = toUnits({ comparator: 'gte', threshold: condition.minimumBalance }, decimals);
  const tokens = missing * (least > 0n ? least : 1n);
  return [
    'Anybody can make holders: ' +
      `the ${groupDigits(String(missing))} up to the threshold cost about ` +
      `${formatSol(missing * rent)} SOL for their token accounts and ` +
      `${formatTokens(tokens, decimals)} tokens${worth(tokens, decimals, price)} ` +
      'for what they hold.',
  ];
}

/** `curve` is the account of the bonding curve or launch. */
export function warnOfBuyers(
  { launchpad, event }: Pick<TokenEventCondition, 'launchpad' | 'event'>,
  curve: AccountSnapshot,
): string[] {
  const cost = readCurveCost(curve);
  if (!cost.ok) return [];
  const { isComplete, missing, quoteMint, quoteDecimals } = cost.value;
  const isMigration = event === 'migrated';
  if (isComplete) {
    return isMigration
      ? ['The curve is complete: anybody can have the token migrated now, for a network fee.']
      : [];
  }
  const name = launchpad === 'pump' ? 'bonding curve' : 'launch';
  const price =
    quoteMint === WRAPPED_SOL
      ? `costs about ${formatSol(missing)} SOL now`
      : `costs about ${formatTokens(missing, quoteDecimals ?? 0)} ` +
        `${quoteDecimals === null ? 'base units ' : ''}of ${quoteMint} now`;
  const then = isMigration ? ' Then anybody can have the token migrated.' : '';
  return [`Anybody can buy the ${name} out: what is missing ${price}, without fees.${then}`];
}

function formatTokens(units: bigint, decimals: number): string {
  return groupDigits(formatDecimal(units, decimals));
}

function worth(units: bigint, decimals: number, price: Rational | undefined): string {
  if (!price) return '';
  const tokens = multiply(scaled(units, -decimals), scaled(1n, SOL_DECIMALS));
  const { numerator, denominator } = multiply(tokens, price);
  return ` (about ${formatSol((numerator + denominator - 1n) / denominator)} SOL)`;
}
