// What the model says against what is on the chain.
import { AssertionError } from 'node:assert';
import { inspect } from 'node:util';
import type { Address } from '@solana/kit';
import {
  getBettorDecoder,
  getConfigDecoder,
  getMarketDecoder,
  getVaultDecoder,
} from '@tote/program-client';
import { toBytes } from '../support/address-bytes.ts';
import { VAULT_SOL_FUNDING } from '../support/books.ts';
import { vaultAddress } from '../support/build.ts';
import { addresses } from '../support/genesis.ts';
import { findKey } from '../support/key.ts';
import type { World } from '../support/world.ts';
import {
  bettorBytes,
  CONFIG_BYTES,
  configBytes,
  marketBytes,
  VAULT_BYTES,
  vaultBytes,
} from './layout.ts';
import type { Model } from './model.ts';

const SUPPLY_OFFSET = 36;
const AMOUNT_OFFSET = 64;

/** Throws at the first difference. Returns how many accounts were compared. */
export function compare(world: World, model: Model, touched: ReadonlySet<Address> | null): number {
  const comparison = { world, touched, count: 0 };
  compareAccount(comparison, 'Config', addresses.config, () => ({
    data: configBytes(model.config),
    lamports: model.rent(CONFIG_BYTES),
  }));
  for (const vault of model.vaults) {
    const isSol = vault.currency === 0;
    const funding = isSol ? VAULT_SOL_FUNDING : model.rent(VAULT_BYTES);
    const held = isSol ? vault.owed + vault.donated : 0n;
    compareAccount(comparison, 'Vault', vaultAddress(vault.currency), () => ({
      data: vaultBytes(vault),
      lamports: funding + held,
    }));
  }
  for (const bettor of model.bettors) {
    compareAccount(comparison, 'Bettor', bettor.address, () => ({
      data: bettor.account ? bettorBytes(bettor, bettor.account) : NO_DATA,
      lamports: bettor.lamports,
    }));
  }
  for (const market of model.markets) {
    compareAccount(comparison, 'Market', market.address, () => ({
      data: market.isGone ? NO_DATA : marketBytes(market),
      lamports: market.lamports,
    }));
  }
  compareCoins(comparison, model);
  return comparison.count;
}

interface Comparison {
  readonly world: World;
  /** What the transaction may write to; null for everything. */
  readonly touched: ReadonlySet<Address> | null;
  count: number;
}

function isTouched(comparison: Comparison, address: Address): boolean {
  if (comparison.touched && !comparison.touched.has(address)) return false;
  comparison.count += 1;
  return true;
}

function compareCoins(comparison: Comparison, { lamports, tokens, supply }: Model): void {
  const { world } = comparison;
  for (const [address, amount] of lamports) {
    if (!isTouched(comparison, address)) continue;
    compareAmount('lamports of', address, world.getLamports(address), amount);
  }
  for (const [address, amount] of tokens) {
    if (!isTouched(comparison, address)) continue;
    compareAmount('tokens in', address, readWord(world, address, AMOUNT_OFFSET), amount);
  }
  const mint = addresses.utilityMint;
  if (!isTouched(comparison, mint)) return;
  compareAmount('supply of', mint, readWord(world, mint, SUPPLY_OFFSET), supply);
}

function readWord(world: World, address: Address, offset: number): bigint {
  const data = world.getData(address);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true);
}

function compareAmount(what: string, address: Address, actual: bigint, expected: bigint): void {
  if (actual === expected) return;
  const name = findKey(address)?.name ?? address;
  fail(`${what} ${name}: the model says ${expected}, the chain ${actual}`);
}

const NO_DATA = Buffer.alloc(0);

type Kind = keyof typeof DECODERS;

const DECODERS = {
  Config: getConfigDecoder(),
  Vault: getVaultDecoder(),
  Bettor: getBettorDecoder(),
  Market: getMarketDecoder(),
};

function compareAccount(
  comparison: Comparison,
  kind: Kind,
  address: Address,
  expect: () => { data: Buffer; lamports: bigint },
): void {
  if (!isTouched(comparison, address)) return;
  const expected = expect();
  const account = comparison.world.svm.getAccount(toBytes(address));
  const data = account?.data() ?? NO_DATA;
  compareAmount(`lamports of a ${kind},`, address, account?.lamports() ?? 0n, expected.lamports);
  if (expected.data.equals(data)) return;
  const differences = describeDifferences(kind, data, expected.data);
  fail(`the ${kind} ${address}\n  ${differences.join('\n  ')}`);
}

function describeDifferences(kind: Kind, actual: Uint8Array, expected: Buffer): string[] {
  if (actual.length !== expected.length) {
    return [`the model says ${expected.length} bytes, the chain ${actual.length}`];
  }
  const decode = (data: Uint8Array) => DECODERS[kind].decode(data) as Record<string, unknown>;
  const [found, wanted] = [decode(actual), decode(expected)];
  return Object.keys(wanted)
    .map((field) => [field, inspect(wanted[field]), inspect(found[field])] as const)
    .filter(([, model, chain]) => model !== chain)
    .map(([field, model, chain]) => `${field}: the model says ${model}, the chain ${chain}`);
}

export function fail(message: string): never {
  throw new AssertionError({ message, stackStartFn: fail });
}
