// Instructions that credit play money to a bettor on the embedded chain. The admin pays: it holds
// the chain's SOL and mints UTILITY.
import { type Address, type Instruction, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getMintToInstruction } from '@solana-program/token';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { type Amount, addSeconds, type Currency, DECIMALS, parseAmount } from '@tote/domain';
import {
  findBettorAddress,
  findTokenAccount,
  getOpenBettorInstruction,
  getSetDelegateInstruction,
} from '@tote/program-client';
import type { EmbeddedKeys } from '../settings/keys.ts';
import { depositInstruction } from '../submissions/prepare/draft-funds.ts';

const BETTOR_SLOTS = 64;

/** For fees and for what `fundWallet` sends to the wallet itself. */
const ADMIN_LAMPORTS_KEPT = 20_000_000_000n;
const RELAYER_LAMPORTS = { atLeast: 100_000_000_000n, by: 10_000_000_000_000n };

const BALANCES = {
  SOL: parseAmount('100', DECIMALS.SOL),
  UTILITY: parseAmount('100000', DECIMALS.UTILITY),
};
const WALLET_LAMPORTS = parseAmount('10', DECIMALS.SOL);
const ALLOWANCES = {
  SOL: parseAmount('1000000', DECIMALS.SOL),
  UTILITY: parseAmount('1000000000', DECIMALS.UTILITY),
};
const DELEGATE_SECONDS = 3_650 * 86_400;

export interface Credit {
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
}

export async function openBettor(
  { chain, keys }: Credit,
  { wallet, bettor, authority }: { wallet: Address; bettor: Address; authority?: Key },
): Promise<Instruction> {
  await topUp(chain, keys.relayer.address, RELAYER_LAMPORTS);
  const { config } = chain.addresses;
  const { signer: payer } = keys.relayer;
  const signers = { payer, authority: authority?.signer ?? payer };
  return getOpenBettorInstruction(
    { ...signers, wallet, bettor, config, slots: BETTOR_SLOTS },
    chain,
  );
}

export async function creditBettor(
  { chain, keys }: Credit,
  { bettor, currency, amount }: { bettor: Address; currency: Currency; amount: Amount },
): Promise<Instruction[]> {
  const { admin } = keys;
  const utility = await chain.accounts.getUtility();
  const tokenAccount = await findTokenAccount(admin.address, utility);
  const move = { authority: admin.signer, bettor, currency, amount, tokenAccount, utility };
  const deposit = depositInstruction(chain, move);
  if (currency === 'SOL') {
    const atLeast = amount + ADMIN_LAMPORTS_KEPT;
    await topUp(chain, admin.address, { atLeast, by: atLeast });
    return [deposit];
  }
  const { utilityMint: mint, tokenProgram: programAddress } = utility;
  const minted = { mint, token: tokenAccount, mintAuthority: admin.signer, amount };
  return [getMintToInstruction(minted, { programAddress }), deposit];
}

/** One transaction, so that a wallet that has a Bettor also has all the rest. */
export async function fundWallet(credit: Credit, key: Key): Promise<LandedTransaction> {
  const { chain, keys } = credit;
  const bettor = await findBettorAddress(key.address, chain);
  const [amount, destination] = [WALLET_LAMPORTS, key.address];
  const delegation = {
    delegate: keys.relayer.address,
    expiresAt: BigInt(addSeconds(chain.clock.now(), DELEGATE_SECONDS)),
    allowanceSol: ALLOWANCES.SOL,
    allowanceUtility: ALLOWANCES.UTILITY,
  };
  const instructions = [
    getTransferSolInstruction({ source: keys.admin.signer, destination, amount }),
    await openBettor(credit, { wallet: key.address, bettor, authority: key }),
    ...(await creditBettor(credit, { bettor, currency: 'SOL', amount: BALANCES.SOL })),
    ...(await creditBettor(credit, { bettor, currency: 'UTILITY', amount: BALANCES.UTILITY })),
    getSetDelegateInstruction(
      { wallet: key.signer, bettor, config: chain.addresses.config, delegation },
      chain,
    ),
  ];
  return chain.send(instructions, [keys.relayer, keys.admin, key]);
}

const LANDED_POLLS = { everyMs: 20, reads: 500 };

export async function topUp(
  chain: Chain,
  to: Address,
  { atLeast, by }: { atLeast: bigint; by: bigint },
): Promise<void> {
  const { value: held } = await chain.rpc.getBalance(to, { commitment: 'confirmed' }).send();
  if (held >= atLeast) return;
  const signature = await chain.rpc.requestAirdrop(to, lamports(by)).send();
  const landed = await pollUntil(() => chain.fetchLanded(signature), Boolean, LANDED_POLLS);
  if (landed?.error) throw new Error(`the faucet could not pay: ${landed.error.text}`);
  if (!landed) throw new Error(`the faucet's transfer to ${to} did not land`);
}
