// Wires the commands about credentials and webhooks of a wallet.
import type { Address } from '@solana/kit';
import { createApiKey } from '../accounts/create-api-key.ts';
import { createWebhook } from '../accounts/create-webhook.ts';
import { deleteWebhook } from '../accounts/delete-webhook.ts';
import { revokeApiKey } from '../accounts/revoke-api-key.ts';
import { rotateWebhookSecret } from '../accounts/rotate-webhook-secret.ts';
import { signInWallet } from '../accounts/sign-in-wallet.ts';
import { SignIn } from '../auth/sign-in.ts';
import type { Platform } from '../embedded/platform.ts';
import type { Poster } from '../feed/webhooks/threaded-poster.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { ServiceConfig } from '../settings/service-config.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Store } from '../store/store.ts';
import { deriveSecret } from './derive-secret.ts';

export interface AccessOptions {
  readonly config: Settings;
  readonly serviceConfig: ServiceConfig;
  readonly platform: Platform;
  readonly store: Store;
  readonly poster: Poster;
  readonly wallMs: () => number;
  findMarket(id: string): Promise<MarketView | undefined>;
}

/** A command with its context. */
export const within =
  <C, A extends unknown[], R>(context: C, run: (context: C, ...args: A) => R) =>
  (...args: A): R =>
    run(context, ...args);

export function createAccessCommands(options: AccessOptions) {
  const { config, serviceConfig, platform, store, poster, wallMs, findMarket } = options;
  const ownWallets = new Set(Object.values(platform.keys).map(({ address }) => address));
  const apiKeySecret = deriveSecret(platform, 'API keys');
  const apiKeys = { store, wallMs, apiKeySecret, ownWallets };
  const webhookSecret = deriveSecret(platform, 'webhooks');
  const { accounts } = platform.chain;
  const hasAccount = async (wallet: Address) => (await accounts.findBettor(wallet)) !== null;
  const webhooks = { store, wallMs, ownWallets, findMarket, hasAccount, webhookSecret, poster };
  const signIn = new SignIn({
    nonceSecret: deriveSecret(platform, 'sign-in nonces'),
    genesisHash: platform.chain.genesisHash,
    origins: [serviceConfig.origin, ...config.allowedOrigins],
    wallMs,
  });
  return {
    offerSignIn: (origin: string | undefined) => signIn.offer(origin),
    signIn: within({ ...apiKeys, signIn }, signInWallet),
    createApiKey: within(apiKeys, createApiKey),
    revokeApiKey: within(apiKeys, revokeApiKey),
    createWebhook: within(webhooks, createWebhook),
    rotateWebhookSecret: within(webhooks, rotateWebhookSecret),
    deleteWebhook: within(webhooks, deleteWebhook),
  };
}
