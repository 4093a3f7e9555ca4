// The bytes that the accounts must have, written by the tables of program/README.md. Comparing
// bytes is a hundred times faster than decoding, so everything is compared after every command.

import type { Address } from '@solana/kit';
import { sha256 } from '@tote/chain/lib/sha256-portable';
import { outcomeToCode, type Position } from '@tote/domain';
import { MARKET_FLAGS, MarketState, RefundReason } from '@tote/program-client';
import { deriveAddress, toBytes } from '../support/address-bytes.ts';
import { addresses } from '../support/genesis.ts';
import type {
  Bettor,
  BettorAccount,
  Config,
  Market,
  Settings,
  UsedBetIds,
  Vault,
} from './model.ts';

const VERSION = 3;
const UTILITY_DECIMALS = 6;
export const CONFIG_BYTES = 1_488;
export const VAULT_BYTES = 152;
const BETTOR_BYTES = 216;
const SLOT_BYTES = 48;
const MARKET_BYTES = 376;

export const bettorSize = (slots: number) => BETTOR_BYTES + SLOT_BYTES * slots;
export const marketSize = (clausesLen: number) => MARKET_BYTES + Math.ceil(clausesLen / 8) * 8;

export const QUESTION = 'Does it happen?';
export const CONDITION = '{"type":"attested"}';
export const QUESTION_HASH = sha256(QUESTION);
export const CONDITION_HASH = sha256(CONDITION);

function start(size: number, type: number, bump: number, detail: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.set([type, VERSION, bump, detail]);
  return bytes;
}

function setAddress(bytes: Buffer, offset: number, address: Address | undefined): void {
  if (address) bytes.set(toBytes(address), offset);
}

function setWords(bytes: Buffer, offset: number, words: readonly bigint[]): void {
  words.forEach((word, index) => {
    bytes.writeBigUInt64LE(word, offset + 8 * index);
  });
}

const configBump = deriveAddress(addresses.program, ['config']).bump;

const SETTINGS_OFFSET = 64;
const SETTINGS_BYTES = 712;

export function configBytes(config: Config): Buffer {
  const bytes = start(CONFIG_BYTES, 1, configBump, UTILITY_DECIMALS);
  bytes.writeUInt32LE(config.oracleGeneration, 4);
  bytes.writeUInt32LE(config.oracleDisabledBelow, 8);
  bytes.writeUInt32LE(config.operatorGeneration, 12);
  bytes.writeUInt32LE(config.operatorDisabledBelow, 16);
  setWords(bytes, 24, [config.pendingAt]);
  setAddress(bytes, 32, addresses.utilityMint);
  setSettings(bytes, SETTINGS_OFFSET, config);
  if (config.pending) setSettings(bytes, SETTINGS_OFFSET + SETTINGS_BYTES, config.pending);
  return bytes;
}

function setSettings(bytes: Buffer, at: number, { terms, admin, knownPrograms }: Settings): void {
  bytes.writeUInt16LE(terms.burnBps, at);
  bytes.writeUInt16LE(terms.developerBps, at + 2);
  bytes.writeUInt32LE(terms.vetoSeconds, at + 4);
  setWords(bytes, at + 8, [terms.minimumStakeSol, terms.minimumStakeUtility]);
  bytes.writeUInt32LE(terms.changeDelay, at + 24);
  bytes.writeUInt32LE(knownPrograms.length, at + 28);
  bytes.writeUInt32LE(terms.leadSeconds, at + 32);
  bytes.writeUInt32LE(terms.horizonSeconds, at + 36);
  const { operator, oracle, guardian, treasury } = terms;
  const named = [admin.address, operator, oracle, guardian, treasury, ...knownPrograms];
  named.forEach((address, index) => {
    setAddress(bytes, at + 40 + 32 * index, address);
  });
}

const vaultBumps = [0, 1].map(
  (currency) => deriveAddress(addresses.program, ['vault', Uint8Array.of(currency)]).bump,
);
const vaultTokenBump = deriveAddress(addresses.program, ['vault-token']).bump;

export function vaultBytes(vault: Vault): Buffer {
  const { currency, auction } = vault;
  const bytes = start(VAULT_BYTES, 2, vaultBumps[currency] as number, currency);
  setWords(bytes, 8, [vault.owed, vault.feesBurn, vault.feesDeveloper]);
  setWords(bytes, 32, [vault.burnTotal, vault.burnedTotal, vault.utilityBurnedTotal]);
  if (currency === 0) {
    const times = [auction.roundStartedAt, auction.roundSeconds].map(BigInt);
    setWords(bytes, 56, [vault.lot, auction.clearingPrice, ...times]);
    return bytes;
  }
  bytes[4] = vaultTokenBump;
  setAddress(bytes, 88, addresses.vaultToken);
  setAddress(bytes, 120, addresses.utilityMint);
  return bytes;
}

export function bettorBytes(bettor: Bettor, account: BettorAccount): Buffer {
  const { slots } = account;
  const bytes = start(bettorSize(slots.length), 3, bettor.bump, account.isAutoWithdraw ? 1 : 0);
  bytes.writeUInt16LE(slots.length, 4);
  bytes.writeUInt16LE(slots.filter(Boolean).length, 6);
  setAddress(bytes, 8, bettor.key.address);
  setAddress(bytes, 40, account.rentPayer.address);
  setWords(bytes, 72, account.available);
  setWords(bytes, 88, account.sweepable);
  setAddress(bytes, 104, account.delegate?.address);
  setWords(bytes, 136, [account.epoch, account.delegateExpiresAt]);
  setWords(bytes, 152, account.allowance);
  bytes.writeUInt32LE(account.betIds.highest, 168);
  bytes.writeUInt32LE(account.delegateGeneration, 172);
  setWords(bytes, 176, ringWords(account.betIds));
  setWords(bytes, 208, [account.walletRent]);
  slots.forEach((slot, index) => {
    if (!slot) return;
    const offset = bettorSize(index);
    setAddress(bytes, offset, slot.market.address);
    setWords(bytes, offset + 32, stakes(slot.position));
  });
  return bytes;
}

const stakes = ({ stakeYes, stakeNo }: Position) => [stakeYes, stakeNo];

// Most commands use no id.
const rings = new WeakMap<UsedBetIds, bigint[]>();

/** A bit for each id, at its place modulo 256. */
function ringWords(betIds: UsedBetIds): bigint[] {
  const known = rings.get(betIds);
  if (known) return known;
  const words = [0n, 0n, 0n, 0n];
  for (const id of betIds.recent) {
    const word = (id & 255) >> 6;
    words[word] = (words[word] as bigint) | (1n << BigInt(id & 63));
  }
  rings.set(betIds, words);
  return words;
}

export function marketFlags(market: Market): number {
  return (
    (market.isTriggered ? MARKET_FLAGS.triggered : 0) +
    (market.isLatched ? MARKET_FLAGS.latched : 0) +
    (market.isGated ? MARKET_FLAGS.gated : 0) +
    (market.isCustom ? MARKET_FLAGS.custom : 0) +
    (market.areFeesMoved ? MARKET_FLAGS.feesMoved : 0) +
    (market.isInverted ? MARKET_FLAGS.inverted : 0)
  );
}

const REASONS = {
  nobody_won: RefundReason.NobodyWon,
  deadline: RefundReason.Deadline,
  veto: RefundReason.Veto,
  oracle_disabled: RefundReason.OracleDisabled,
} as const;

export function refundReason({ settlement }: Market): RefundReason {
  return settlement?.kind === 'refunded' ? REASONS[settlement.reason] : RefundReason.None;
}

/** The program knows three states; that nobody won is a reason, not a state. */
function marketState(market: Market): MarketState {
  if (!market.settlement) return MarketState.Open;
  const isRefunded = refundReason(market) > RefundReason.NobodyWon;
  return isRefunded ? MarketState.Refunded : MarketState.Resolved;
}

export function marketBytes(market: Market): Buffer {
  const { times, terms, pools } = market;
  const { closesAt, expiresAt, refundAt } = times;
  const bytes = start(marketSize(market.clauses.length), 4, market.bump, market.currency);
  const outcome = outcomeToCode(market.outcome);
  bytes.set([marketState(market), marketFlags(market), outcome, refundReason(market)], 4);
  setWords(bytes, 8, [market.sequence, pools.yes, pools.no, terms.minimumStake]);
  setWords(bytes, 40, [...[closesAt, expiresAt, refundAt].map(BigInt), market.resolvedAt]);
  bytes.writeUInt16LE(terms.feeRates.burnBps, 72);
  bytes.writeUInt16LE(terms.feeRates.developerBps, 74);
  bytes.writeUInt32LE(market.vetoSeconds, 76);
  setWords(bytes, 80, [BigInt(market.openPositions), market.held, market.burnDue]);
  setWords(bytes, 104, [market.developerDue, market.distributable]);
  setWords(bytes, 120, [market.nonce, market.createdAt]);
  const named = [market.creator.address, market.rentPayer.address];
  [...named, market.subject, market.factOwner].forEach((address, index) => {
    setAddress(bytes, 136 + 32 * index, address);
  });
  bytes.set(QUESTION_HASH, 264);
  bytes.set(CONDITION_HASH, 296);
  bytes.set(market.evidenceHash, 328);
  bytes.set([market.source, market.clauseCount], 360);
  bytes.writeUInt16LE(market.clauses.length, 362);
  bytes.writeUInt32LE(market.oracleGeneration, 364);
  setWords(bytes, 368, [market.lastBetSlot]);
  bytes.set(market.clauses, MARKET_BYTES);
  return bytes;
}
