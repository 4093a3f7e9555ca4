// Nobody needs the service to bet: the wallet builds the transaction, of version 1, with the
// public library, pays for it and sends it to the node.
import {
  type Address,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import {
  Currency,
  findBettorAddress,
  getPlaceBetsInstruction,
  Outcome,
} from '@tote/program-client';
import { expect } from 'vitest';
import { versionOf } from './own-wallet.ts';

/** Version 1 has no defaults. */
const LIMITS = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 4 * 1024 * 1024 };

export interface OwnBet {
  readonly market: Address;
  readonly outcome: 'Yes' | 'No';
  /** In lamports. */
  readonly stake: bigint;
}

/** Gives the signature, once it is confirmed. */
export async function betWithoutService(
  { rpc, programAddress, addresses }: Chain,
  key: Key,
  { market, outcome, stake }: OwnBet,
): Promise<string> {
  const bettor = await findBettorAddress(key.address, { programAddress });
  const bet = { bettor, outcome: Outcome[outcome], amount: stake };
  const { config } = addresses;
  const input = { authority: key.signer, market, config, currency: Currency.Sol, bets: [bet] };
  const instruction = getPlaceBetsInstruction({ ...input, isStrict: true }, { programAddress });
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayerSigner(key.signer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstruction(instruction, timed),
    (full) => setTransactionMessageConfig(LIMITS, full),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  const wire = getBase64EncodedWireTransaction(transaction);
  expect(versionOf(wire)).toBe(1);
  const settings = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
  await rpc.sendTransaction(wire, settings).send();
  const signature = getSignatureFromTransaction(transaction);
  const status = async () => (await rpc.getSignatureStatuses([signature]).send()).value[0];
  const landed = { err: null, confirmationStatus: expect.stringMatching(/confirmed|finalized/) };
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toMatchObject(landed);
  return signature;
}
