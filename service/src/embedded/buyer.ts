// The buyer in the buyback. On a cluster it is a key of the operator; on the embedded chain a demo
// wallet with play money, so that burn shares become burned UTILITY without anybody's help.
import type { Address } from '@solana/kit';
import { fetchMaybeToken, getMintToInstruction } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import { ensureUtility } from '@tote/chain/deployment/utility-mint';
import type { Key } from '@tote/chain/key';
import {
  AMOUNT_MAX,
  type Amount,
  amount,
  DECIMALS,
  formatMoney,
  readPlainDecimal,
} from '@tote/domain';
import { findTokenAccount } from '@tote/program-client';
import { loadKey } from '../settings/keys.ts';
import type { Platform } from './platform.ts';

export interface Buyer {
  /** Signs for its own tokens and for nothing else. The keeper pays for the transaction. */
  readonly key: Key;
  readonly token: Address;
  limitOf(lot: bigint): Amount;
  ensureFunds(price: Amount): Promise<void>;
}

const REFILL = 1_000_000n;

/** `limit` is decimal text: the most UTILITY to pay for one SOL. */
export async function openBuyer(platform: Platform, limit: string): Promise<Buyer> {
  const { chain, embeddedKeys, keysFolder, programConfig } = platform;
  const { utilityDecimals: decimals } = programConfig;
  const utility = await chain.accounts.getUtility();
  const key = await loadKey(keysFolder, 'buyer');
  const token = await findTokenAccount(key.address, utility);
  const buyer = { key, token, limitOf: (lot: bigint) => limitPerLot(limit, lot, decimals) };
  if (!embeddedKeys) {
    const refuseShort = async (price: Amount) => {
      const held = await readHeld(chain, token);
      if (held >= price) return;
      const [has, costs] = [held, price].map((each) => formatMoney(each, 'UTILITY', decimals));
      throw new Error(`The buyer ${key.address} holds ${has} in ${token}; the lot costs ${costs}`);
    };
    return { ...buyer, ensureFunds: refuseShort };
  }
  const { admin } = embeddedKeys;
  await ensureUtility(chain, { admin, ...utility, owners: [key.address] });
  const by = REFILL * 10n ** BigInt(decimals);
  const ensureFunds = async (price: Amount) => {
    if ((await readHeld(chain, token)) >= price) return;
    const { utilityMint: mint, tokenProgram: programAddress } = utility;
    const input = { mint, token, mintAuthority: admin.signer, amount: price + by };
    await chain.send([getMintToInstruction(input, { programAddress })], [admin]);
  };
  await ensureFunds(amount(1n));
  return { ...buyer, ensureFunds };
}

export function limitPerLot(limit: string, lot: bigint, utilityDecimals: number): Amount {
  const parts = readPlainDecimal(limit);
  if (!parts) throw new RangeError(`limitPerLot: ${limit} is no decimal`);
  const perSol = BigInt(parts.digits) * 10n ** BigInt(utilityDecimals);
  const price = (perSol * lot) / 10n ** BigInt(parts.scale + DECIMALS.SOL);
  return price > AMOUNT_MAX ? AMOUNT_MAX : amount(price);
}

async function readHeld(chain: Chain, token: Address): Promise<Amount> {
  const account = await fetchMaybeToken(chain.rpc, token, { commitment: 'confirmed' });
  return amount(account.exists ? account.data.amount : 0n);
}
