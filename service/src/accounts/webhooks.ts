// Webhooks of a wallet. A secret is shown once and not stored: it is derived from the id.
import type { Address } from '@solana/kit';
import { FetchFailure } from '@tote/chain/lib/checked-address';
import { addSeconds, DomainError, LIMITS, type UnixSeconds, unixSecondsAt } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { MessagePoster } from '../feed/webhooks/message-poster.ts';
import {
  createWebhookId,
  deriveSecret,
  formatSecret,
  hashSecret,
} from '../feed/webhooks/signature.ts';
import { findFeedBounds } from '../store/journal/feed.ts';
import {
  countWebhooks,
  deleteWebhook as deleteStored,
  evictWebhook,
  findWebhook,
  insertWebhook,
  rotateSecret,
  type Webhook,
} from '../store/journal/webhooks.ts';
import { hasBettor } from '../store/projection/bettors.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db, Store } from '../store/store.ts';
import { claimKey, type Idempotency } from '../submissions/idempotency.ts';
import { accountMissing } from '../submissions/records.ts';

interface CreateWebhookInput {
  readonly url: string;
  readonly types?: readonly string[];
  readonly markets?: readonly string[];
  readonly ownWallet?: boolean;
  /** The network of the client; null: this machine, which has no limit. */
  readonly address?: string | null;
}

interface WebhookContext {
  readonly store: Store;
  readonly wallMs: () => number;
  readonly webhookSecret: Uint8Array;
}

interface CreateWebhookContext extends WebhookContext {
  readonly poster: Pick<MessagePoster, 'check'>;
  readonly ownWallets: ReadonlySet<string>;
  findMarket(id: string): Promise<MarketView | undefined>;
  /** In all; default: as `LIMITS` says. */
  readonly webhooksMax?: number;
  hasAccount(wallet: Address): Promise<boolean>;
}

export async function createWebhook(
  context: CreateWebhookContext,
  caller: Caller,
  input: CreateWebhookInput,
  idempotency?: Idempotency,
): Promise<{ webhook: Webhook; secret: string }> {
  const { store, wallMs, webhookSecret } = context;
  const { wallet } = caller;
  const { address = null } = input;
  const url = await checkUrl(context, input.url);
  const filter = await checkFilter(context, input);
  // Wallets are free, accounts are not: this keeps anyone from taking all places.
  const isSeen = context.ownWallets.has(wallet) || (await hasBettor(store.db, wallet));
  // It may have been opened just now.
  const isKnown = isSeen || (await context.hasAccount(wallet));
  const newId = createWebhookId();
  const webhook = await store.write(async (db) => {
    const claim = { wallet, request: idempotency, reference: newId, wallMs: wallMs() };
    const id = await claimKey(db, claim);
    if (id === newId) {
      if (!isKnown) throw accountMissing(wallet);
      const createdAt = unixSecondsAt(wallMs());
      await takePlace(context, db, { wallet, address, createdAt });
      const secretHash = hashSecret(deriveSecret(webhookSecret, id, 1));
      const { newest: lastEventId } = await findFeedBounds(db);
      const webhook = { id, wallet, address, url, ...filter };
      await insertWebhook(db, { ...webhook, secretHash, createdAt, lastEventId });
    }
    const stored = await findWebhook(db, id);
    if (!stored) throw new DomainError('idempotency_key_reused');
    return stored;
  });
  await store.notify('webhook', webhook.id);
  const secret = deriveSecret(webhookSecret, webhook.id, webhook.generation);
  return { webhook, secret: formatSecret(secret) };
}

/** A name that leads to a private address is refused now, and at every delivery. */
async function checkUrl({ poster }: CreateWebhookContext, text: string): Promise<string> {
  if (!URL.canParse(text)) throw refused('it is not an address');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw refused('it has a user or a password');
  if (url.hash !== '') throw refused('it has a fragment');
  await poster.check(url.href).catch((error) => {
    throw error instanceof FetchFailure ? refused(error.message) : error;
  });
  return url.href;
}

async function checkFilter(
  { findMarket }: CreateWebhookContext,
  { types, markets, ownWallet = false }: CreateWebhookInput,
): Promise<Pick<Webhook, 'types' | 'markets' | 'isOwnWallet'>> {
  if (markets && ownWallet) {
    throw new DomainError('fields_exclusive', { field: 'markets', others: 'ownWallet' });
  }
  for (const marketId of markets ?? []) {
    if (!(await findMarket(marketId))) throw new DomainError('market_not_found', { marketId });
  }
  return { types: types ?? null, markets: markets ?? null, isOwnWallet: ownWallet };
}

/** When no place is left, a webhook whose receiver does not answer gives up its place. */
async function takePlace(
  { webhooksMax: max = LIMITS.webhooksMax }: CreateWebhookContext,
  db: Db,
  client: { wallet: string; address: string | null; createdAt: UnixSeconds },
): Promise<void> {
  const { ofWallet, ofAddress, active } = await countWebhooks(db, client);
  const { webhooksPerWalletMax, webhooksPerAddressMax } = LIMITS;
  for (const [count, most] of [
    [ofWallet, webhooksPerWalletMax],
    [ofAddress, webhooksPerAddressMax],
  ] as const) {
    if (count >= most) throw new DomainError('webhooks_too_many', { max: most });
  }
  if (active < max || (await evictWebhook(db, client.createdAt))) return;
  throw new DomainError('webhooks_full', { max });
}

const refused = (reason: string) => new DomainError('webhook_address_refused', { reason });

const BOTH_SECONDS = 24 * 60 * 60;

export async function rotateWebhookSecret(
  { store, wallMs, webhookSecret }: WebhookContext,
  caller: Caller,
  id: string,
  idempotency?: Idempotency,
): Promise<{ webhook: Webhook; secret: string }> {
  const { wallet } = caller;
  const now = unixSecondsAt(wallMs());
  const { webhook, generation } = await store.write(async (db) => {
    const known = await findWebhook(db, id);
    if (known?.wallet !== wallet) throw missing();
    const next = known.generation + 1;
    const reference = `${id}.${next}`;
    const claim = { wallet, request: idempotency, reference, wallMs: wallMs() };
    const claimed = await claimKey(db, claim);
    if (claimed !== reference) return { webhook: known, generation: generationOf(claimed) };
    const secretHash = hashSecret(deriveSecret(webhookSecret, id, next));
    const previousUntil = addSeconds(now, BOTH_SECONDS);
    const change = { id, generation: next, secretHash, previousUntil };
    await rotateSecret(db, change);
    return { webhook: { ...known, ...change }, generation: next };
  });
  await store.notify('webhook', id);
  return { webhook, secret: formatSecret(deriveSecret(webhookSecret, id, generation)) };
}

/** The same answer for another wallet's webhook, so that nobody learns that it exists. */
const missing = () => new DomainError('resource_not_found', { resource: 'webhook' });

const generationOf = (reference: string) => Number(reference.split('.').at(-1));

/** An event that is being sent may still arrive. */
export async function deleteWebhook(
  { store }: { readonly store: Store },
  caller: Caller,
  id: string,
): Promise<Webhook> {
  const { wallet } = caller;
  const deleted = await store.write((db) => deleteStored(db, { id, wallet }));
  if (!deleted) throw missing();
  await store.notify('webhook', id);
  return deleted;
}
