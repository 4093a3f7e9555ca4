import type { NetworkClient } from '../../chain-api.ts';
import type { Faucet } from '../../faucet.ts';
import { systemAccount } from '../../ledger/account.ts';
import { COMPUTE_BUDGET_PROGRAM, type Key, keyBytes, SYSTEM_PROGRAM } from '../../ledger/key.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { readTransaction } from '../../ledger/wire.ts';
import type { Context } from '../context.ts';
import { parseAddress, signatureText } from '../encodings.ts';
import { config, expectCount, optional, type Params, text, u64 } from '../params.ts';
import { submit } from './send-transaction.ts';

const UNITS = 1_000;
const TRANSFER = 2;
const SET_UNIT_LIMIT = 2;
let count = 0;

/** A transfer from the faucet, signed and recorded like any other. */
export async function requestAirdrop(
  params: Params,
  context: Context,
  client?: NetworkClient,
): Promise<string> {
  expectCount(params, 2, 3);
  const to = parseAddress(text(params[0]));
  const lamports = u64(params[1]);
  const given = optional(config(params[2]).recentBlockhash, (value) => parseAddress(text(value)));
  const { faucet, ledger } = context;
  const undo = client && context.airdropLimits.take(to, lamports, ledger.blockTime);
  try {
    await refill(ledger, faucet, lamports);
    const blockhash = given ?? ledger.blockhashes.latest;
    const message = transferMessage(faucet.address, to, lamports, blockhash);
    const signature = faucet.sign(message);
    const bytes = Buffer.concat([Buffer.from([1]), signature, message]);
    const transaction = readTransaction(new Uint8Array(bytes));
    return signatureText(await submit(context, transaction, { isStrict: true }));
  } catch (error) {
    undo?.();
    throw error;
  }
}

/** Refills the faucet below half of its initial balance, so that nobody can empty it. */
async function refill(ledger: Ledger, faucet: Faucet, needed: bigint): Promise<void> {
  const { address, lamports } = faucet;
  const held = ledger.getAccount(address, 'processed')?.lamports ?? 0n;
  if (held >= needed + lamports / 2n) return;
  await ledger.setAccounts(new Map([[address, systemAccount(lamports)]]));
}

function transferMessage(from: Key, to: Key, lamports: bigint, blockhash: Key): Buffer {
  const transfer = Buffer.alloc(12);
  transfer.writeUInt32LE(TRANSFER);
  transfer.writeBigUInt64LE(lamports, 4);
  // The compute-unit limit differs each time, so that equal airdrops are different transactions.
  const limit = Buffer.alloc(5);
  limit.writeUInt8(SET_UNIT_LIMIT);
  limit.writeUInt32LE(UNITS + (count % 1_000_000), 1);
  count += 1;
  const isSelf = from === to;
  const keys = isSelf ? [from] : [from, to];
  const programs = [SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM].map(keyBytes);
  const system = keys.length;
  return Buffer.concat([
    Buffer.from([1, 0, programs.length, keys.length + programs.length]),
    ...keys.map(keyBytes),
    ...programs,
    keyBytes(blockhash),
    Buffer.from([2, system + 1, 0, limit.length]),
    limit,
    Buffer.from([system, 2, 0, isSelf ? 0 : 1, transfer.length]),
    transfer,
  ]);
}
