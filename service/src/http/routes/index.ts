import type { Route } from '../route.ts';
import { API_KEY_ROUTES } from './api-keys.ts';
import { attest } from './attest.ts';
import { createMarket } from './create-market.ts';
import { getAccount } from './get-account.ts';
import { getBet } from './get-bet.ts';
import { getConfig } from './get-config.ts';
import { getLeaderboard } from './get-leaderboard.ts';
import { getMarket } from './get-market.ts';
import { getReserves } from './get-reserves.ts';
import { getStatement } from './get-statement.ts';
import { getStats } from './get-stats.ts';
import { getWallet } from './get-wallet.ts';
import { HEALTH_ROUTES } from './health.ts';
import { HIDDEN_MARKET_ROUTES } from './hidden-markets.ts';
import { listActivity } from './list-activity.ts';
import { listAttestations } from './list-attestations.ts';
import { listMarketBets } from './list-market-bets.ts';
import { listMarkets } from './list-markets.ts';
import { MARKET_HISTORY_ROUTES } from './market-history.ts';
import { MARKET_RESULT_ROUTES } from './market-results.ts';
import { openEventStream } from './open-event-stream.ts';
import { openWebSocket } from './open-web-socket.ts';
import { placeBet } from './place-bet.ts';
import { prepareAccount } from './prepare-account.ts';
import { prepareBet } from './prepare-bet.ts';
import { prepareMarket } from './prepare-market.ts';
import { prepareVeto } from './prepare-veto.ts';
import { previewMarket } from './preview-market.ts';
import { reportMarket } from './report-market.ts';
import { SANDBOX_ROUTES } from './sandbox.ts';
import { SERIES_ROUTES } from './series.ts';
import { SIGN_IN_ROUTES } from './sign-in.ts';
import { TRANSACTION_ROUTES } from './transactions.ts';
import { useFaucet } from './use-faucet.ts';
import { WEBHOOK_ROUTES } from './webhooks.ts';

/** By their id, which clients use as a function name; in the order of the OpenAPI document. */
export const ROUTES: Readonly<Record<string, Route>> = {
  ...HEALTH_ROUTES,
  createMarket,
  listMarkets,
  previewMarket,
  prepareMarket,
  getMarket,
  ...MARKET_RESULT_ROUTES,
  ...MARKET_HISTORY_ROUTES,
  attest,
  listAttestations,
  ...SERIES_ROUTES,
  placeBet,
  prepareBet,
  prepareVeto,
  listMarketBets,
  reportMarket,
  ...HIDDEN_MARKET_ROUTES,
  getBet,
  getAccount,
  getStatement,
  prepareAccountTransaction: prepareAccount,
  ...SIGN_IN_ROUTES,
  ...API_KEY_ROUTES,
  useFaucet,
  ...TRANSACTION_ROUTES,
  getConfig,
  getReserves,
  getWallet,
  getLeaderboard,
  listActivity,
  getStats,
  ...SANDBOX_ROUTES,
  openEventStream,
  openWebSocket,
  ...WEBHOOK_ROUTES,
};
