const SECONDS_PER_DAY = 86_400;

/** All limits of the service that users can reach. The unit comes last in the name. */
export const LIMITS = {
  questionCharactersMin: 3,
  questionCharactersMax: 300,
  questionBytesMax: 500,

  /** Decimal text, because the decimals of UTILITY are read from its mint. */
  minimumStake: { SOL: '0.0001', UTILITY: '0.001' },
  /** Enough for any amount with all its decimals. Longer text is refused without parsing. */
  amountTextCharactersMax: 100,
  /** Above 18 decimals not even 20 whole tokens fit 64 bits. */
  mintDecimalsMax: 18,
  feeBpsSumMax: 2_000,

  marketDurationSecondsMax: 3_650 * SECONDS_PER_DAY,
  refundDelaySecondsDefault: SECONDS_PER_DAY,
  refundDelaySecondsMax: 30 * SECONDS_PER_DAY,
  /** How long a change of the Config is public on a cluster before it takes effect. */
  changeDelaySecondsDefault: 2 * SECONDS_PER_DAY,

  betIdMax: 2 ** 32 - 1,
  betIdsRemembered: 256,
  betIdsAheadMax: 65_535,

  pageSizeMin: 0,
  pageSizeMax: 100,
  pageSizeDefault: 20,
  pageOffsetMax: 2 ** 31 - 1,
  /** For bets and payouts, whose offset is skipped row by row. `after` has no limit. */
  longListOffsetMax: 10_000,

  /** For a thinned history, which keeps at least both ends. */
  historyPointsMin: 2,
  historyPointsMax: 500,
  statsDaysDefault: 30,
  statsDaysMax: 366,
  /** For the requested period. */
  statementEntriesMax: 20_000,

  searchCharactersMax: 200,
  searchWordsMax: 10,

  apiKeysPerWalletMax: 100,
  /** Shared by the wallets of the address that have no account on chain. */
  apiKeysPerAddressMax: 500,
  webhooksPerWalletMax: 10,
  webhooksPerAddressMax: 20,
  /** For the whole service: each uses memory and, during a delivery, a connection. */
  webhooksMax: 1_000,
  webhookMarketsMax: 20,
  webhookUrlCharactersMax: 2_048,
  idempotencyKeyCharactersMin: 1,
  idempotencyKeyCharactersMax: 255,
  idempotencyKeySecondsKept: SECONDS_PER_DAY,
  nonceCharactersMin: 16,
  nonceCharactersMax: 64,
  signatureAgeSecondsMax: 300,

  bodyBytesMax: 16_384,
  jsonDepthMax: 8,
  confirmWaitMsMax: 10_000,
} as const;
