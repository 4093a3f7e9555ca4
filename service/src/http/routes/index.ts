import type { Route } from '../route.ts';
import { advanceClock } from './advance-clock.ts';
import { attest } from './attest.ts';
import { createApiKey } from './create-api-key.ts';
import { createMarket } from './create-market.ts';
import { createSandboxWallet } from './create-sandbox-wallet.ts';
import { createSeries } from './create-series.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getAccount } from './get-account.ts';
import { getBet } from './get-bet.ts';
import { getConfig } from './get-config.ts';
import { getHealth } from './get-health.ts';
import { getLeaderboard } from './get-leaderboard.ts';
import { getMarket } from './get-market.ts';
import { getReadiness } from './get-readiness.ts';
import { getReceipt } from './get-receipt.ts';
import { getReserves } from './get-reserves.ts';
import { getResult } from './get-result.ts';
import { getSeries } from './get-series.ts';
import { getSignIn } from './get-sign-in.ts';
import { getStatement } from './get-statement.ts';
import { getStats } from './get-stats.ts';
import { getTransaction } from './get-transaction.ts';
import { getWallet } from './get-wallet.ts';
import { hideMarket } from './hide-market.ts';
import { listActivity } from './list-activity.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listAttestations } from './list-attestations.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listHiddenMarkets } from './list-hidden-markets.ts';
import { listHistory } from './list-history.ts';
import { listLaunches } from './list-launches.ts';
import { listMarketBets } from './list-market-bets.ts';
import { listMarkets } from './list-markets.ts';
import { listPayouts } from './list-payouts.ts';
import { listPositions } from './list-positions.ts';
import { listSampleHashes } from './list-sample-hashes.ts';
import { listSeries } from './list-series.ts';
import { listValues } from './list-values.ts';
import { listWebhooks } from './list-webhooks.ts';
import { openEventStream } from './open-event-stream.ts';
import { openWebSocket } from './open-web-socket.ts';
import { placeBet } from './place-bet.ts';
import { prepareAccount } from './prepare-account.ts';
import { prepareBet } from './prepare-bet.ts';
import { prepareMarket } from './prepare-market.ts';
import { prepareVeto } from './prepare-veto.ts';
import { previewMarket } from './preview-market.ts';
import { reportMarket } from './report-market.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { signIn } from './sign-in.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { stopSeries } from './stop-series.ts';
import { submitTransaction } from './submit-transaction.ts';
import { unhideMarket } from './unhide-market.ts';
import { useFaucet } from './use-faucet.ts';

/** By their id, which clients use as a function name; in the order of the OpenAPI document. */
export const ROUTES: Readonly<Record<string, Route>> = {
  getHealth,
  getReadiness,
  createMarket,
  listMarkets,
  previewMarket,
  prepareMarket,
  getMarket,
  getResult,
  getReceipt,
  listPayouts,
  listPositions,
  listSampleHashes,
  listLaunches,
  listHistory,
  listValues,
  attest,
  listAttestations,
  createSeries,
  listSeries,
  getSeries,
  stopSeries,
  placeBet,
  prepareBet,
  prepareVeto,
  listMarketBets,
  reportMarket,
  hideMarket,
  unhideMarket,
  listHiddenMarkets,
  getBet,
  getAccount,
  getStatement,
  prepareAccountTransaction: prepareAccount,
  getSignIn,
  signIn,
  signOutEverywhere,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  useFaucet,
  submitTransaction,
  getTransaction,
  getConfig,
  getReserves,
  getWallet,
  getLeaderboard,
  listActivity,
  getStats,
  advanceClock,
  createSandboxWallet,
  openEventStream,
  openWebSocket,
  createWebhook,
  listWebhooks,
  listDeliveries,
  rotateWebhookSecret,
  deleteWebhook,
};
