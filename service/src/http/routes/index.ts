import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import { advanceClockRoute } from './advance-clock.ts';
import { attestRoute } from './attest.ts';
import { createApiKeyRoute } from './create-api-key.ts';
import { createMarketRoute } from './create-market.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import { getAccountRoute } from './get-account.ts';
import { getBetRoute } from './get-bet.ts';
import { getConfigRoute } from './get-config.ts';
import { getLeaderboardRoute } from './get-leaderboard.ts';
import { getMarketRoute } from './get-market.ts';
import { getReceiptRoute } from './get-receipt.ts';
import { getReservesRoute } from './get-reserves.ts';
import { getResultRoute } from './get-result.ts';
import { getSignInRoute } from './get-sign-in.ts';
import { getStatementRoute } from './get-statement.ts';
import { getStatsRoute } from './get-stats.ts';
import { getTransactionRoute } from './get-transaction.ts';
import { getWalletRoute } from './get-wallet.ts';
import { healthRoutes } from './health.ts';
import { listActivityRoute } from './list-activity.ts';
import { listApiKeysRoute } from './list-api-keys.ts';
import { listAttestationsRoute } from './list-attestations.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listHistoryRoute } from './list-history.ts';
import { listMarketBetsRoute } from './list-market-bets.ts';
import { listMarketsRoute } from './list-markets.ts';
import { listPayoutsRoute } from './list-payouts.ts';
import { listSampleHashesRoute } from './list-sample-hashes.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { openEventStreamRoute } from './open-event-stream.ts';
import { openWebSocketRoute } from './open-web-socket.ts';
import { placeBetRoute } from './place-bet.ts';
import { prepareAccountRoute } from './prepare-account.ts';
import { prepareBetRoute } from './prepare-bet.ts';
import { prepareMarketRoute } from './prepare-market.ts';
import { prepareVetoRoute } from './prepare-veto.ts';
import { previewMarketRoute } from './preview-market.ts';
import { revokeApiKeyRoute } from './revoke-api-key.ts';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.ts';
import { signInRoute } from './sign-in.ts';
import { submitTransactionRoute } from './submit-transaction.ts';
import { useFaucetRoute } from './use-faucet.ts';

/** In the order of the OpenAPI document. */
const V1_ROUTES = [
  createMarketRoute,
  listMarketsRoute,
  previewMarketRoute,
  prepareMarketRoute,
  getMarketRoute,
  getResultRoute,
  getReceiptRoute,
  listPayoutsRoute,
  listSampleHashesRoute,
  listHistoryRoute,
  attestRoute,
  listAttestationsRoute,
  placeBetRoute,
  prepareBetRoute,
  prepareVetoRoute,
  listMarketBetsRoute,
  getBetRoute,
  getAccountRoute,
  getStatementRoute,
  prepareAccountRoute,
  getSignInRoute,
  signInRoute,
  createApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  useFaucetRoute,
  submitTransactionRoute,
  getTransactionRoute,
  getConfigRoute,
  getReservesRoute,
  getWalletRoute,
  getLeaderboardRoute,
  listActivityRoute,
  getStatsRoute,
  advanceClockRoute,
  openEventStreamRoute,
  openWebSocketRoute,
  createWebhookRoute,
  listWebhooksRoute,
  listDeliveriesRoute,
  rotateWebhookSecretRoute,
  deleteWebhookRoute,
];

export function registerRoutes(app: FastifyInstance, context: RouteContext): void {
  healthRoutes(app, context);
  app.register(
    async (v1) => {
      for (const route of V1_ROUTES) await route(v1, context);
    },
    { prefix: '/v1' },
  );
}
