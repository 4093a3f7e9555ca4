import { type Key, keyBytes } from '../../ledger/key.ts';
import { COMPUTE_BUDGET, SYSTEM_PROGRAM } from '../../ledger/known-addresses.ts';
import { readTransaction } from '../../ledger/wire.ts';
import type { Context } from '../context.ts';
import { parseAddress } from '../encodings.ts';
import { config, expectCount, optional, type Params, text, u64 } from '../params.ts';
import { invalidRequest } from '../rpc-error.ts';
import { submit } from './send-transaction.ts';

const UNITS = 1_000;
const TRANSFER = 2;
const SET_UNIT_LIMIT = 2;
let count = 0;

/** A transfer from the faucet, signed and recorded like any other. */
export async function requestAirdrop(params: Params, context: Context): Promise<string> {
  expectCount(params, 2, 3);
  const to = parseAddress(text(params[0]));
  const lamports = u64(params[1]);
  const given = optional(config(params[2]).recentBlockhash, (value) => parseAddress(text(value)));
  const { faucet, ledger } = context;
  if (!faucet) throw invalidRequest('Invalid request: this chain has no faucet');
  const blockhash = given ?? ledger.blockhashes.latest;
  const message = transferMessage(faucet.address, to, lamports, blockhash);
  const signature = await faucet.sign(message);
  const bytes = Buffer.concat([Buffer.from([1]), signature, message]);
  return submit(context, readTransaction(new Uint8Array(bytes)), { isStrict: true });
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
  const programs = [SYSTEM_PROGRAM, COMPUTE_BUDGET].map(keyBytes);
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
