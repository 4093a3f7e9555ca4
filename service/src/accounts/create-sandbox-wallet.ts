import { chainUnavailable } from '@tote/chain/chain-unavailable';
import { createSecret, keyFromBytes } from '@tote/chain/key';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { within } from '@tote/chain/lib/within';
import { DomainError, type UnixSeconds, unixSecondsAt } from '@tote/domain';
import {
  createApiKeyId,
  createApiKeySecret,
  formatApiKey,
  hashApiKey,
} from '../auth/api-key-text.ts';
import { fundWallet } from '../embedded/credit.ts';
import { BETTOR_SCOPES } from '../embedded/demo.ts';
import { countSandboxKeys, insertApiKey, SANDBOX } from '../store/journal/api-keys.ts';
import { dayAfter, dayOf } from '../store/journal/payments.ts';
import { requireOperator } from '../submissions/relayers.ts';
import type { FaucetContext } from './use-faucet.ts';

const MAX = { perAddress: 20, inAll: 1_000 };

interface SandboxWallet {
  readonly address: string;
  /** Base58 of the 64 bytes of the key, as wallets export it. */
  readonly secretKey: string;
  readonly apiKey: string;
}

/**
 * Call it one at a time: it counts, funds, then stores the API key that the next call counts. A
 * failure on the way leaves at most play money that nobody has a key for.
 */
export async function createSandboxWallet(
  context: FaucetContext,
  address: string,
): Promise<SandboxWallet> {
  const { config, store, wallMs, confirmWaitMs } = context;
  const now = unixSecondsAt(wallMs());
  await checkCount(context, address, now);
  config.refuseUnlandable();
  requireOperator(config);
  const secret = await createSecret();
  const key = await keyFromBytes(secret);
  const funded = await within(fundWallet(context, key), confirmWaitMs).catch((error) => {
    throw error instanceof DomainError ? error : chainUnavailable(error);
  });
  if (!funded) throw new DomainError('chain_unavailable');
  const id = createApiKeyId();
  const apiKey = formatApiKey(id, createApiKeySecret());
  await store.write((db) =>
    insertApiKey(db, {
      ...{ id, hash: hashApiKey(apiKey).toString('hex'), wallet: key.address, address },
      ...{ name: 'Sandbox wallet', scopes: BETTOR_SCOPES, madeBy: SANDBOX },
      ...{ createdAt: now, expiresAt: null, provisionalUntil: null },
    }),
  );
  return { address: key.address, secretKey: encodeBase58(secret), apiKey };
}

/** A day is one of UTC, by the wall clock. */
async function checkCount({ store }: FaucetContext, address: string, now: UnixSeconds) {
  const { own, all } = await countSandboxKeys(store.db, dayOf(now) * 86_400, address);
  if (own < MAX.perAddress && all < MAX.inAll) return;
  const [max, whose] =
    all < MAX.inAll ? [MAX.perAddress, 'your address'] : [MAX.inAll, 'this service'];
  const seconds = dayAfter(now) - now;
  throw new DomainError('sandbox_wallets_too_many', { max, whose, seconds });
}
