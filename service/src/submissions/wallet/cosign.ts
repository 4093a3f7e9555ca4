// Checks a transaction that a wallet signed, and adds our signature where needed.
import { getCompiledTransactionMessageDecoder, type ReadonlyUint8Array } from '@solana/kit';
import type { SignedTransaction } from '@tote/chain/landing';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { readPriorityFee } from '@tote/chain/priority-fee';
import {
  joinTransaction,
  type SplitTransaction,
  splitTransaction,
} from '@tote/chain/split-transaction';
import { DomainError } from '@tote/domain';
import { findWalletKey, isSignedBy } from '../../auth/ed25519.ts';
import type { PreparedMessage } from '../../store/journal/submissions.ts';
import type { CommandContext } from '../context.ts';
import { feeOf } from '../relayer-payments.ts';

const TRANSACTION_BYTES_MAX = 4_096;
const BASE64_CHARACTERS_MAX = Math.ceil(TRANSACTION_BYTES_MAX / 3) * 4;

export function readTransaction(base64: string): SplitTransaction {
  if (base64.length > BASE64_CHARACTERS_MAX) throw new DomainError('transaction_malformed');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw new DomainError('transaction_malformed');
  }
  return splitTransaction(bytes);
}

export const hashMessage = (message: ReadonlyUint8Array): string =>
  sha256Hex(message as Uint8Array);

export async function checkWalletSigned(
  { message, signatures }: SplitTransaction,
  prepared: PreparedMessage,
): Promise<void> {
  const index = listSigners(message).indexOf(prepared.wallet);
  const key = findWalletKey(prepared.wallet);
  const signature = signatures[index];
  const isSigned = key && signature && (await isSignedBy(key, message, signature));
  if (!isSigned) throw new DomainError('credential_invalid');
}

export function cosign(
  { relayers }: CommandContext,
  { message, signatures }: SplitTransaction,
  prepared: PreparedMessage,
): SignedTransaction {
  const signers = listSigners(message);
  const isKnown = signers.every((each) => each === prepared.wallet || relayers.find(each));
  const complete = signers.map(
    (address, index) => relayers.find(address)?.sign(message) ?? signatures[index],
  ) as Uint8Array[];
  const [first] = complete;
  if (!isKnown || !first || signatures.length !== signers.length) {
    throw new DomainError('transaction_altered');
  }
  const wire = joinTransaction({ message, signatures: complete });
  const { last_valid_block_height: lastValidBlockHeight } = prepared;
  return { signature: encodeBase58(first), wire, lastValidBlockHeight };
}

export type FeeWePay = Readonly<ReturnType<typeof feeWePay>>;

export function feeWePay({ relayers }: CommandContext, split: SplitTransaction) {
  const signers = listSigners(split.message);
  if (!relayers.find(signers[0] ?? '')) return { whole: 0n, priority: 0n };
  const priority = readPriorityFee(joinTransaction(split));
  return { whole: feeOf(signers.length) + priority, priority };
}

function listSigners(message: Uint8Array): readonly string[] {
  const decoded = getCompiledTransactionMessageDecoder().decode(message as ReadonlyUint8Array);
  return decoded.staticAccounts.slice(0, decoded.header.numSignerAccounts);
}
