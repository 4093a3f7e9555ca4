import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';

export const CLASSIC_TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** Wrapped SOL of either program: its tokens cannot be burned. */
const NATIVE_MINTS = [
  'So11111111111111111111111111111111111111112',
  '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9',
];

const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
/** The size with the extension ImmutableOwner. */
const TOKEN_2022_ACCOUNT_BYTES = 170;

/** Extensions of Token-2022 by their number. Those of token accounts are never in a mint. */
const EXTENSIONS = [
  ...['Uninitialized', 'TransferFeeConfig', 'TransferFeeAmount', 'MintCloseAuthority'],
  ...['ConfidentialTransferMint', 'ConfidentialTransferAccount', 'DefaultAccountState'],
  ...['ImmutableOwner', 'MemoTransfer', 'NonTransferable', 'InterestBearingConfig', 'CpiGuard'],
  ...['PermanentDelegate', 'NonTransferableAccount', 'TransferHook', 'TransferHookAccount'],
  ...['ConfidentialTransferFeeConfig', 'ConfidentialTransferFeeAmount', 'MetadataPointer'],
  ...['TokenMetadata', 'GroupPointer', 'TokenGroup', 'GroupMemberPointer', 'TokenGroupMember'],
  ...['ConfidentialMintBurn', 'ScaledUiAmount', 'Pausable', 'PausableAccount', 'PermissionedBurn'],
];
/** MetadataPointer to TokenGroupMember: they only describe the token. */
const ALLOWED = { from: 18, to: 23 };

interface MintAccount {
  readonly address: string;
  readonly owner: string;
  readonly sizeBytes: number;
  readonly isInitialized: boolean;
  readonly hasFreezeAuthority: boolean;
  readonly decimals: number;
  readonly extensions: readonly number[];
}

/**
 * The decimals of a mint we can use, or a refusal. A mint that takes a fee on transfers would
 * deliver less than was sent, and one that can freeze could hold the vault: both break solvency.
 * The program has the same rules.
 */
export function checkUtilityMint(mint: MintAccount): number {
  const isExtended = mint.owner === TOKEN_2022_PROGRAM && mint.sizeBytes > TOKEN_ACCOUNT_BYTES;
  if (mint.owner !== CLASSIC_TOKEN_PROGRAM && mint.owner !== TOKEN_2022_PROGRAM) {
    throw unsupported('it belongs to no token program');
  }
  if (mint.sizeBytes !== MINT_BYTES && !isExtended) {
    throw unsupported('its size is not that of a mint');
  }
  if (!mint.isInitialized) throw unsupported('it is not an initialized mint');
  if (NATIVE_MINTS.includes(mint.address)) throw unsupported('it is wrapped SOL');
  const forbidden = mint.extensions.filter((type) => type < ALLOWED.from || type > ALLOWED.to);
  if (forbidden.length > 0) {
    const names = forbidden.map((type) => EXTENSIONS[type] ?? `number ${type}`);
    throw unsupported(`it has the extension ${names.join(', ')}`);
  }
  if (mint.hasFreezeAuthority) throw unsupported('it has a freeze authority');
  if (!Number.isInteger(mint.decimals) || mint.decimals < 0) throw unsupported('no decimals');
  if (mint.decimals > LIMITS.mintDecimalsMax) throw unsupported('it has too many decimals');
  return mint.decimals;
}

export function tokenAccountBytes(tokenProgram: string): bigint {
  const bytes =
    tokenProgram === TOKEN_2022_PROGRAM ? TOKEN_2022_ACCOUNT_BYTES : TOKEN_ACCOUNT_BYTES;
  return BigInt(bytes);
}

function unsupported(reason: string): DomainError {
  return new DomainError('utility_mint_unsupported', { reason });
}
