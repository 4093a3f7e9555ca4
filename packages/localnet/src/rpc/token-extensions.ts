// Token-2022 extensions: type-length-value entries after a mint or a token account.
import { toKey } from '../ledger/key.ts';
import { addressText } from './encodings.ts';

export interface Extension {
  extension: string;
  state?: unknown;
}

type Reader = (value: Buffer) => unknown;

/** A key of zeros means none. */
const key = (value: Buffer, offset = 0): string | null => {
  const bytes = value.subarray(offset, offset + 32);
  return bytes.every((byte) => byte === 0) ? null : addressText(toKey(bytes));
};
const isSet = (value: Buffer, offset = 0) => value[offset] === 1;

const transferFee = (value: Buffer, offset: number) => ({
  epoch: value.readBigUInt64LE(offset),
  maximumFee: value.readBigUInt64LE(offset + 8),
  transferFeeBasisPoints: value.readUInt16LE(offset + 16),
});

/** By extension type. Those without a reader have no state. */
const EXTENSIONS: Record<number, [name: string, bytes: number, read?: Reader]> = {
  1: [
    'transferFeeConfig',
    108,
    (value) => ({
      transferFeeConfigAuthority: key(value),
      withdrawWithheldAuthority: key(value, 32),
      withheldAmount: value.readBigUInt64LE(64),
      olderTransferFee: transferFee(value, 72),
      newerTransferFee: transferFee(value, 90),
    }),
  ],
  2: ['transferFeeAmount', 8, (value) => ({ withheldAmount: value.readBigUInt64LE() })],
  3: ['mintCloseAuthority', 32, (value) => ({ closeAuthority: key(value) })],
  6: [
    'defaultAccountState',
    1,
    (value) => ({ accountState: ['uninitialized', 'initialized', 'frozen'][value[0] ?? 0] }),
  ],
  7: ['immutableOwner', 0],
  8: ['memoTransfer', 1, (value) => ({ requireIncomingTransferMemos: isSet(value) })],
  9: ['nonTransferable', 0],
  10: [
    'interestBearingConfig',
    52,
    (value) => ({
      rateAuthority: key(value),
      initializationTimestamp: value.readBigInt64LE(32),
      preUpdateAverageRate: value.readInt16LE(40),
      lastUpdateTimestamp: value.readBigInt64LE(42),
      currentRate: value.readInt16LE(50),
    }),
  ],
  11: ['cpiGuard', 1, (value) => ({ lockCpi: isSet(value) })],
  12: ['permanentDelegate', 32, (value) => ({ delegate: key(value) })],
  13: ['nonTransferableAccount', 0],
  14: ['transferHook', 64, (value) => ({ authority: key(value), programId: key(value, 32) })],
  15: ['transferHookAccount', 1, (value) => ({ transferring: isSet(value) })],
  18: [
    'metadataPointer',
    64,
    (value) => ({ authority: key(value), metadataAddress: key(value, 32) }),
  ],
  19: ['tokenMetadata', 80, readMetadata],
  20: ['groupPointer', 64, (value) => ({ authority: key(value), groupAddress: key(value, 32) })],
  22: [
    'groupMemberPointer',
    64,
    (value) => ({ authority: key(value), memberAddress: key(value, 32) }),
  ],
  26: ['pausableConfig', 33, (value) => ({ authority: key(value), paused: isSet(value, 32) })],
  27: ['pausableAccount', 0],
};

function readMetadata(value: Buffer) {
  let at = 64;
  const readText = () => {
    const length = value.readUInt32LE(at);
    at += 4 + length;
    return value.toString('utf8', at - length, at);
  };
  const [name, symbol, uri] = [readText(), readText(), readText()];
  const additionalMetadata: [string, string][] = [];
  let count = value.readUInt32LE(at);
  at += 4;
  for (; count > 0 && at < value.length; count -= 1) {
    additionalMetadata.push([readText(), readText()]);
  }
  const updateAuthority = key(value);
  return { updateAuthority, mint: key(value, 32), name, symbol, uri, additionalMetadata };
}

export function parseExtensions(data: Buffer): Extension[] {
  const extensions: Extension[] = [];
  for (let at = 0; at + 4 <= data.length; ) {
    const type = data.readUInt16LE(at);
    const length = data.readUInt16LE(at + 2);
    if (type === 0) break;
    extensions.push(parseExtension(type, data.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return extensions;
}

function parseExtension(type: number, value: Buffer): Extension {
  const known = EXTENSIONS[type];
  if (!known || value.length < known[1]) return { extension: 'unparseableExtension' };
  const [extension, , read] = known;
  if (!read) return { extension };
  try {
    return { extension, state: read(value) };
  } catch {
    return { extension: 'unparseableExtension' };
  }
}
