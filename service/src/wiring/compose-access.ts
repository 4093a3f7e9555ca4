import type { Address } from '@solana/kit';
import {
  createApiKey,
  revokeApiKey,
  signInWallet,
  signOutEverywhere,
} from '../accounts/api-keys.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret } from '../accounts/webhooks.ts';
import { SignIn } from '../auth/sign-in.ts';
import type { Queries } from '../queries/create-queries.ts';
import { deriveSecret } from '../settings/keys.ts';
import type { Base } from './open-base.ts';

export const within =
  <C, A extends unknown[], R>(context: C, run: (context: C, ...args: A) => R) =>
  (...args: A): R =>
    run(context, ...args);

export function createAccessCommands(base: Base, findMarket: Queries['findMarket']) {
  const { settings, config, platform, store, poster, wallMs, scopesOf } = base;
  const ownWallets = new Set(Object.values(platform.keys).map(({ address }) => address));
  const apiKeySecret = deriveSecret(platform.keys, 'API keys');
  const apiKeys = { store, wallMs, apiKeySecret, ownWallets };
  const webhookSecret = deriveSecret(platform.keys, 'webhooks');
  const { accounts } = platform.chain;
  const hasAccount = async (wallet: Address) => (await accounts.findBettor(wallet)) !== null;
  const webhooks = { store, wallMs, ownWallets, findMarket, hasAccount, webhookSecret, poster };
  const signIn = new SignIn({
    nonceSecret: deriveSecret(platform.keys, 'sign-in nonces'),
    genesisHash: platform.chain.genesisHash,
    origins: [config.origin, ...settings.allowedOrigins],
    name: settings.branding.name,
    wallMs,
  });
  return {
    offerSignIn: (origin: string | undefined) => signIn.offer(origin),
    signIn: within({ ...apiKeys, signIn, scopesOf }, signInWallet),
    createApiKey: within(apiKeys, createApiKey),
    revokeApiKey: within(apiKeys, revokeApiKey),
    signOutEverywhere: within(apiKeys, signOutEverywhere),
    createWebhook: within(webhooks, createWebhook),
    rotateWebhookSecret: within(webhooks, rotateWebhookSecret),
    deleteWebhook: within(webhooks, deleteWebhook),
  };
}
