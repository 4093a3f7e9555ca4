import { type Address, isSignerRole } from '@solana/kit';
import {
  Currency,
  type Market,
  MarketState,
  Outcome,
  type ProgramInstruction,
} from '@tote/program-client';
import { addresses } from '../../../support/genesis.ts';
import { findKey } from '../../../support/key.ts';
import { withAccount } from '../../../support/tamper.ts';
import { associatedTokenAddress } from '../../../support/tokens.ts';
import type { Holdings } from '../holdings.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'funds move to their owner, by a delegate within its allowance, or into fees';
const TAG = { deposit: 5, placeBets: 9, settle: 13, collectFees: 15, buyBack: 16 };

interface Move {
  readonly tag: number;
  readonly signers: ReadonlySet<Address>;
  readonly treasury: Address;
  readonly before: Holdings;
  readonly after: Holdings;
}

/** Checks one instruction of the program that succeeded. */
export function fundsReachTheirOwners(
  { programAddress, data, accounts }: ProgramInstruction,
  move: Pick<Move, 'before' | 'after' | 'treasury'>,
): void {
  if (programAddress !== addresses.program) return;
  const signers = accounts.filter(({ role }) => isSignerRole(role)).map(({ address }) => address);
  const whole = { ...move, tag: data[0] ?? 0, signers: new Set(signers) };
  checkWealth(whole);
  checkDelegates(whole);
  checkPayouts(whole);
  checkFees(whole);
}

/** Nobody loses who did not sign, and nobody gains but by what others give or a market pays. */
function checkWealth({ tag, signers, treasury, before, after }: Move): void {
  if (tag === TAG.settle) return;
  for (const owner of new Set([...before.wealth.keys(), ...after.wealth.keys()])) {
    for (const currency of [Currency.Sol, Currency.Utility]) {
      const had = before.wealth.get(owner)?.[currency] ?? 0n;
      const gain = (after.wealth.get(owner)?.[currency] ?? 0n) - had;
      const mayGain =
        (tag === TAG.deposit && [...after.bettors.values()].some((one) => one.wallet === owner)) ||
        (tag === TAG.collectFees && owner === treasury) ||
        (tag === TAG.buyBack && signers.has(owner) && currency === Currency.Sol);
      if ((gain < 0n && !signers.has(owner)) || (gain > 0n && !mayGain)) {
        const name = findKey(owner)?.name ?? owner;
        violate(CHECK, `${name} has ${gain} ${Currency[currency]} more by instruction ${tag}`);
      }
    }
  }
}

/** What a wallet did not sign for is staked for it by its delegate, and taken off its allowance. */
function checkDelegates({ tag, signers, before, after }: Move): void {
  if (tag !== TAG.placeBets) return;
  for (const [address, { wallet, available, allowance, delegate }] of before.bettors) {
    const now = after.bettors.get(address);
    if (!now || signers.has(wallet)) continue;
    for (const currency of [Currency.Sol, Currency.Utility]) {
      const spent = (available[currency] ?? 0n) - (now.available[currency] ?? 0n);
      const allowed = (allowance[currency] ?? 0n) - (now.allowance[currency] ?? 0n);
      if (spent === 0n || (spent === allowed && signers.has(delegate))) continue;
      violate(CHECK, `${spent} of ${findKey(wallet)?.name} were bet without permission`);
    }
  }
}

/** A refund gives every stake back, and nobody wins less than the stake. */
function checkPayouts({ tag, before, after }: Move): void {
  const [[address, market] = []] = before.markets;
  if (tag !== TAG.settle || !address || !market) return;
  for (const [bettor, { slots, available }] of before.bettors) {
    const slot = slots.find((one) => one.market === address);
    const now = after.bettors.get(bettor);
    if (!slot || !now || now.slots.some((one) => isSame(one, slot))) continue;
    const paid = (now.available[market.currency] ?? 0n) - (available[market.currency] ?? 0n);
    const least = leastPayout(market, slot);
    if (paid < least) violate(CHECK, `${bettor} is paid ${paid}, not ${least}`);
  }
}

interface Stakes {
  market: Address;
  stakeYes: bigint;
  stakeNo: bigint;
}

const isSame = (one: Stakes, other: Stakes) =>
  one.market === other.market && one.stakeYes + one.stakeNo === other.stakeYes + other.stakeNo;

function leastPayout(market: Market, { stakeYes, stakeNo }: Stakes): bigint {
  const isRefund = market.state === MarketState.Refunded || market.refundReason !== 0;
  if (isRefund) return stakeYes + stakeNo;
  return market.outcome === Outcome.Yes ? stakeYes : stakeNo;
}

/** The developer share goes to the treasury's wallet or associated account, the rest is burned. */
function checkFees({ tag, treasury, before, after }: Move): void {
  const token = associatedTokenAddress(treasury, addresses.utilityMint);
  for (const [address, { currency, feesDeveloper, feesBurn }] of before.vaults) {
    const now = after.vaults.get(address);
    if (!now) continue;
    const isSol = currency === Currency.Sol;
    const developer = feesDeveloper - now.feesDeveloper;
    const [place, holds] = isSol ? [treasury, 'lamports' as const] : [token, 'tokens' as const];
    const arrived = (after[holds].get(place) ?? 0n) - (before[holds].get(place) ?? 0n);
    if (developer > 0n && arrived !== developer) {
      violate(CHECK, `${arrived} of the treasury's ${developer} arrived`);
    }
    const burned = feesBurn - now.feesBurn;
    if (
      isSol ? burned > 0n && tag !== TAG.buyBack : burned > 0n && !isBurned(burned, before, after)
    ) {
      violate(CHECK, `${burned} to be burned went elsewhere`);
    }
  }
}

const isBurned = (amount: bigint, before: Holdings, after: Holdings) =>
  before.supply - after.supply === amount;

const BURNED = 'anybody can have the burn share of UTILITY destroyed';
const TREASURY_TOKEN = 2;

/** Whatever the treasury does with its token account. */
export function burnSharesAreDestroyed(stage: Stage): void {
  const { world } = stage;
  const { feesBurn } = world.getVault(Currency.Utility);
  const token = associatedTokenAddress(stage.getConfig().treasury, addresses.utilityMint);
  const collect = withAccount(world.build.collectFees(Currency.Utility), TREASURY_TOKEN, token);
  if (feesBurn === 0n || stage.world.whatIf(() => stage.try(collect))) return;
  violate(BURNED, `${feesBurn} of it stay`);
}
