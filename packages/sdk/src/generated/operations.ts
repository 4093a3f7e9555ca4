// Made by `npm run generate` from the OpenAPI document. Do not edit.
import type { Operations } from './types.ts';

/**
 * Method, path, `>` and a property that is sent as a header, and unless the answer is text
 * its shape: `{` for an object, `[` for a list of objects, and names that each must have. In
 * front: `!` if it may act twice when it is sent twice, `+` if it takes a credential, `=` if
 * it needs one.
 */
export const OPERATIONS: Readonly<Record<keyof Operations, string>> = {
  getHealth: 'GET /healthz {status',
  getReadiness: 'GET /readyz {status',
  createMarket: '=POST /v1/markets {id outcomes totalVolume minimumStake transactionId',
  listMarkets: 'GET /v1/markets >nextCursor [id totalVolume',
  previewMarket: 'POST /v1/markets/preview {question minimumStake',
  prepareMarket: '+POST /v1/markets/prepare {transaction marketId',
  getMarket: '+GET /v1/markets/{marketId} {id outcomes totalVolume minimumStake',
  getResult: '=GET /v1/markets/{marketId}/result {marketId yourWinnings',
  getReceipt: 'GET /v1/markets/{marketId}/resolution {marketId pools totalVolume fees buyback settlement payouts',
  listPayouts: 'GET /v1/markets/{marketId}/payouts [wallet stakes payout transactionId',
  listPositions: 'GET /v1/markets/{marketId}/positions [wallet stakes',
  listSampleHashes: 'GET /v1/markets/{marketId}/samples [observedAt',
  listLaunches: 'GET /v1/markets/{marketId}/launches [signature',
  listHistory: 'GET /v1/markets/{marketId}/history [betId amount totalStake',
  listValues: 'GET /v1/markets/{marketId}/values [at value',
  attest: '=POST /v1/markets/{marketId}/attestations {id outcomes totalVolume minimumStake',
  listAttestations: '=GET /v1/attestations [marketId',
  createSeries: '=POST /v1/series {id initialStake',
  listSeries: 'GET /v1/series [id initialStake',
  getSeries: 'GET /v1/series/{seriesId} {id initialStake current next results',
  stopSeries: '=DELETE /v1/series/{seriesId} {id initialStake',
  placeBet: '=POST /v1/markets/{marketId}/bets {marketId amountStaked newTotalStake transactionId betId',
  listMarketBets: 'GET /v1/markets/{marketId}/bets [betId marketId amount transactionId totalStake',
  prepareBet: '+POST /v1/markets/{marketId}/bets/prepare {transaction',
  prepareVeto: '+POST /v1/markets/{marketId}/veto/prepare {transaction',
  reportMarket: '!POST /v1/markets/{marketId}/reports {reported',
  hideMarket: '!=POST /v1/markets/{marketId}/hidden {marketId',
  unhideMarket: '=DELETE /v1/markets/{marketId}/hidden {marketId',
  listHiddenMarkets: 'GET /v1/hidden-markets [marketId',
  getBet: 'GET /v1/bets/{betId} {betId marketId amount transactionId totalStake',
  getAccount: '=GET /v1/account {wallet balances staked delegate sweepable positions',
  getStatement: '=GET /v1/account/statement {wallet opening closing entries',
  prepareAccountTransaction: '+POST /v1/account/transactions {transaction',
  getSignIn: 'GET /v1/sign-in {domain chainId',
  signIn: 'POST /v1/sign-in {wallet',
  signOutEverywhere: '=DELETE /v1/sign-in [id',
  createApiKey: '=POST /v1/api-keys {key',
  listApiKeys: '=GET /v1/api-keys [id',
  revokeApiKey: '=DELETE /v1/api-keys/{keyId} {id',
  useFaucet: '=POST /v1/faucet {balances transactionId',
  submitTransaction: '+POST /v1/transactions {transactionId bets',
  getTransaction: 'GET /v1/transactions/{transactionId} {transactionId bets',
  getConfig: 'GET /v1/config {program minimumStake trust',
  getReserves: 'GET /v1/reserves {SOL UTILITY',
  getWallet: 'GET /v1/wallets/{address} >nextCursor {wallet results staked positions',
  getLeaderboard: 'GET /v1/leaderboard >nextCursor [rank profit',
  listActivity: 'GET /v1/activity >nextCursor [id marketId',
  getStats: 'GET /v1/stats {totals days',
  advanceClock: '!=POST /v1/sandbox/clock {now',
  createSandboxWallet: '!POST /v1/sandbox/wallets {address',
  createWebhook: '=POST /v1/webhooks {secret lastEventId',
  listWebhooks: '=GET /v1/webhooks [id lastEventId',
  listDeliveries: '=GET /v1/webhooks/{webhookId}/deliveries [eventId',
  rotateWebhookSecret: '=POST /v1/webhooks/{webhookId}/secret {secret lastEventId',
  deleteWebhook: '=DELETE /v1/webhooks/{webhookId} {id lastEventId',
};

/** Names of amounts in answers and events: `name`, `parent.name`, `parent.` for all in it. */
export const AMOUNTS =
  '.amount .value SOL.burned UTILITY.burned allowance. amountStaked balance balances balances. bets.amount closing. compared.other compared.value converted currentCount data.amount distributed dust entries.amount fees fees.burn fees.developer initialStake. minimumStake minimumStake. newTotalStake. opening. owed paid payout payoutIfNo payoutIfYes pools pools. profit staked staked. stakes. surplus sweepable. target targetHigh totalStake totalStake. totalVolume utilityBurned vault volume yourWinnings';
