// Checks the wallet's signature of a prepared message and adds ours.
import { getCompiledTransactionMessageDecoder, type ReadonlyUint8Array } from '@solana/kit';
import type { SignedTransaction } from '@tote/chain/landing';
import { joinTransaction, type SplitTransaction } from '@tote/chain/split-transaction';
import { DomainError } from '@tote/domain';
import { encodeBase58 } from '@tote/lib/base58';
import { findWalletKey, isSignedBy } from '../../auth/ed25519.ts';
import type { PreparedMessage } from '../../store/journal/prepared.ts';
import type { PrepareContext } from './context.ts';

/** Throws unless the wallet that the message was prepared for has signed it. */
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

/** Only for a message that we prepared and stored. */
export function cosign(
  { relayer }: Pick<PrepareContext, 'relayer'>,
  { message, signatures }: SplitTransaction,
  prepared: PreparedMessage,
): SignedTransaction {
  const signers = listSigners(message);
  const isOurs = signers[0] === relayer.address && signers.length === 2;
  if (!isOurs || signatures.length !== 2) throw new DomainError('transaction_altered');
  const own = relayer.sign(message);
  const wire = joinTransaction({ message, signatures: [own, signatures[1] as Uint8Array] });
  const { lastValidBlockHeight } = prepared;
  return { signature: encodeBase58(own), wire, lastValidBlockHeight };
}

function listSigners(message: Uint8Array): readonly string[] {
  const decoded = getCompiledTransactionMessageDecoder().decode(message as ReadonlyUint8Array);
  return decoded.staticAccounts.slice(0, decoded.header.numSignerAccounts);
}
