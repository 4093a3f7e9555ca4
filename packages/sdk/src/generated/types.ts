// Made by `npm run generate` from the OpenAPI document. Do not edit.
import type { CallOptions } from '../call-options.ts';
import type { AmountInput, Decimal } from '../decimal.ts';

export type Account = {
  readonly wallet: string;
  readonly balances: {
    /** What can be staked or withdrawn. */
    readonly SOL: Decimal;
    /** What can be staked or withdrawn. */
    readonly UTILITY: Decimal;
  };
  readonly staked: {
    /** In the currency, exact. */
    readonly SOL: Decimal;
    /** In the currency, exact. */
    readonly UTILITY: Decimal;
  };
  readonly delegate: {
    readonly address: string;
    readonly expiresAt: string;
    readonly allowance: {
      /** What the delegate may still stake. */
      readonly SOL: Decimal;
      /** What the delegate may still stake. */
      readonly UTILITY: Decimal;
    };
  } | null;
  /** Winnings are sent to the wallet automatically. */
  readonly autoWithdraw: boolean;
  readonly sweepable: {
    /** Winnings in the balance that are sent when `autoWithdraw` is switched on. */
    readonly SOL: Decimal;
    /** Winnings in the balance that are sent when `autoWithdraw` is switched on. */
    readonly UTILITY: Decimal;
  };
  /** Whether the wallet has an account on chain. */
  readonly open: boolean;
  readonly slots: {
    readonly total: number;
    readonly used: number;
  };
  readonly positions: ReadonlyArray<Position>;
};

export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly scopes: ReadonlyArray<'read' | 'bet' | 'create' | 'attest' | 'manage' | 'operate'>;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revoked: boolean;
};

export type ApiKeyRequest = {
  /** What the key is for. */
  readonly name: string;
  readonly scopes: ReadonlyArray<'read' | 'bet' | 'create' | 'attest' | 'manage' | 'operate'>;
  /** When the key expires; default: never. */
  readonly expiresAt?: string | null;
};

export type Bet = {
  readonly betId: string;
  readonly marketId: string;
  readonly wallet: string;
  readonly outcome: 'Yes' | 'No';
  /** In the currency, exact. */
  readonly amount: Decimal;
  readonly currency: 'SOL' | 'UTILITY';
  readonly state: 'pending' | 'confirmed' | 'failed';
  readonly transactionId: string;
  readonly totalStake: {
    /** After this bet; while it is pending, the current stakes. */
    readonly Yes: Decimal;
    /** After this bet; while it is pending, the current stakes. */
    readonly No: Decimal;
  };
  readonly odds: {
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly Yes: number;
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly No: number;
  };
  readonly placedAt: string;
  readonly error?: string;
  readonly errorCode?: string;
};

export type BetConfirmation = {
  readonly marketId: string;
  readonly outcome: 'Yes' | 'No';
  /** In the currency, exact. */
  readonly amountStaked: Decimal;
  readonly newTotalStake: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  };
  readonly newOdds: {
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly Yes: number;
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly No: number;
  };
  readonly transactionId: string;
  readonly message: string;
  readonly betId: string;
  readonly state: 'pending' | 'confirmed';
};

/** What decides the market. Left out, it is read from the question. */
export type Condition = {
  readonly type: 'attested';
  /** What it means that the oracle says nothing. Left out: as the question asks. */
  readonly silence?: 'no' | 'refund';
  /** With silence refund: how long after the expiry the oracle can answer. */
  readonly answerSeconds?: number;
} | {
  readonly type: 'price_feed';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The symbol of a Pyth feed. */
  readonly feed: 'SOL' | 'BTC' | 'ETH' | 'BNB' | 'XRP' | 'DOGE' | 'ADA' | 'AVAX' | 'LINK' | 'SUI' | 'LTC' | 'JUP' | 'JTO' | 'PYTH' | 'WIF' | 'BONK' | 'FARTCOIN' | 'PEPE' | 'SHIB' | 'FLOKI' | 'DOT' | 'ATOM' | 'BCH' | 'APT' | 'ARB' | 'SEI' | 'TIA' | 'INJ' | 'HBAR' | 'FIL' | 'AAVE' | 'CRV' | 'ZEC' | 'ONDO' | 'LDO' | 'WLD' | 'PENDLE' | 'GRT' | 'DYDX' | 'GMX' | 'ALGO' | 'PAXG' | 'UNI' | 'XLM' | 'TRX' | 'ICP' | 'STX' | 'IMX' | 'SNX' | 'XTZ' | 'XAU' | 'XAG' | 'EUR' | 'GBP' | 'AUD' | 'NZD';
  /** The unit of the threshold. */
  readonly unit?: 'USD';
  /** The id of the Pyth feed; filled in. */
  readonly feedId?: string;
  /** The program that owns Pyth’s updates; filled in. */
  readonly receiver?: string;
} | {
  readonly type: 'price_ratio';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold?: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The symbol of a Pyth feed. */
  readonly feed: 'SOL' | 'BTC' | 'ETH' | 'BNB' | 'XRP' | 'DOGE' | 'ADA' | 'AVAX' | 'LINK' | 'SUI' | 'LTC' | 'JUP' | 'JTO' | 'PYTH' | 'WIF' | 'BONK' | 'FARTCOIN' | 'PEPE' | 'SHIB' | 'FLOKI' | 'DOT' | 'ATOM' | 'BCH' | 'APT' | 'ARB' | 'SEI' | 'TIA' | 'INJ' | 'HBAR' | 'FIL' | 'AAVE' | 'CRV' | 'ZEC' | 'ONDO' | 'LDO' | 'WLD' | 'PENDLE' | 'GRT' | 'DYDX' | 'GMX' | 'ALGO' | 'PAXG' | 'UNI' | 'XLM' | 'TRX' | 'ICP' | 'STX' | 'IMX' | 'SNX' | 'XTZ' | 'XAU' | 'XAG' | 'EUR' | 'GBP' | 'AUD' | 'NZD';
  /** Whose price the first is divided by. */
  readonly other: 'SOL' | 'BTC' | 'ETH' | 'BNB' | 'XRP' | 'DOGE' | 'ADA' | 'AVAX' | 'LINK' | 'SUI' | 'LTC' | 'JUP' | 'JTO' | 'PYTH' | 'WIF' | 'BONK' | 'FARTCOIN' | 'PEPE' | 'SHIB' | 'FLOKI' | 'DOT' | 'ATOM' | 'BCH' | 'APT' | 'ARB' | 'SEI' | 'TIA' | 'INJ' | 'HBAR' | 'FIL' | 'AAVE' | 'CRV' | 'ZEC' | 'ONDO' | 'LDO' | 'WLD' | 'PENDLE' | 'GRT' | 'DYDX' | 'GMX' | 'ALGO' | 'PAXG' | 'UNI' | 'XLM' | 'TRX' | 'ICP' | 'STX' | 'IMX' | 'SNX' | 'XTZ' | 'XAU' | 'XAG' | 'EUR' | 'GBP' | 'AUD' | 'NZD';
  /** The unit of the threshold. */
  readonly unit?: 'ratio';
  /** The program that owns Pyth’s updates; filled in. */
  readonly receiver?: string;
} | {
  readonly type: 'token_price';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit: 'USD' | 'SOL';
  /** The median over this many seconds decides. */
  readonly windowSeconds?: number;
  /** Fewer samples decide nothing. */
  readonly samplesMin?: number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** A pool that is read in addition to the derived ones. */
  readonly pool?: string | null;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly quoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly quotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly liquidity?: string;
} | {
  readonly type: 'market_cap';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit: 'USD' | 'SOL';
  /** The median over this many seconds decides. */
  readonly windowSeconds?: number;
  /** Fewer samples decide nothing. */
  readonly samplesMin?: number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** A pool that is read in addition to the derived ones. */
  readonly pool?: string | null;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly quoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly quotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly liquidity?: string;
} | {
  readonly type: 'liquidity';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit: 'USD' | 'SOL';
  /** The median over this many seconds decides. */
  readonly windowSeconds?: number;
  /** Fewer samples decide nothing. */
  readonly samplesMin?: number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** A pool that is read in addition to the derived ones. */
  readonly pool?: string | null;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly quoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly quotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly liquidity?: string;
} | {
  readonly type: 'token_ratio';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold?: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** What is compared. */
  readonly metric: 'price' | 'market_cap';
  /** The mint whose value the first is divided by. */
  readonly other: string;
  /** The unit of the threshold. */
  readonly unit?: 'ratio';
  /** The median over this many seconds decides. */
  readonly windowSeconds?: number;
  /** Fewer samples decide nothing. */
  readonly samplesMin?: number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** A pool that is read in addition to the derived ones. */
  readonly pool?: string | null;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly quoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly quotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly liquidity?: string;
  /** The decimals of the other mint; read from the chain. */
  readonly otherDecimals?: number | null;
  /** A pool that is read in addition to the derived ones. */
  readonly otherPool?: string | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly otherSymbol?: string;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly otherQuoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly otherQuotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly otherLiquidity?: string;
} | {
  readonly type: 'token_event';
  /** What must happen. */
  readonly event: 'curve_complete' | 'migrated';
  /** Where it is sold; filled in. */
  readonly launchpad?: 'pump' | 'launchlab' | 'meteora';
  /** What it is sold for; filled in. */
  readonly quoteMint?: string;
  /** The curve, if Meteora sells it; filled in. */
  readonly pool?: string;
  /** Whether that mint has a transfer hook; filled in. */
  readonly poolType?: 'virtual' | 'transfer_hook';
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
} | {
  readonly type: 'authority';
  /** Which must be revoked. */
  readonly authority: 'mint' | 'freeze';
  /** The program of the mint; filled in. */
  readonly tokenProgram?: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' | 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' | null | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
} | {
  readonly type: 'holder_count';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** A whole number. */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit?: 'holders';
  /** Wallets with fewer tokens are not counted. */
  readonly minimumBalance?: string | number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
} | {
  readonly type: 'holding';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit?: 'tokens' | 'percent';
  /** Left out: whoever created the token on its launchpad. */
  readonly wallet?: string;
  /** The program of the mint; filled in. */
  readonly tokenProgram?: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' | 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' | null | null;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
} | {
  readonly type: 'top_holders';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit?: 'percent';
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
} | {
  readonly type: 'launchpad_count';
  /** On clusters: not `demo`. */
  readonly launchpad: 'pump' | 'launchlab' | 'meteora' | 'demo';
  /** `created` only with `pump`. */
  readonly event: 'created' | 'migrated';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** A whole number up to 100000. */
  readonly threshold: string | number;
  /** The unit of the threshold. */
  readonly unit?: 'creations' | 'migrations';
  /** The start in Unix seconds, at most 8 days before the creation; left out: now. The period has at most 32 days. */
  readonly from?: number;
  /** How many nodes must agree; left out: as many as the service has, up to two. */
  readonly nodes?: number;
} | {
  readonly type: 'token_supply';
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** An exact decimal, as text or number: "250.5". */
  readonly threshold: string | number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a number; with neither, the value says from which side. Measured again in a request. */
  readonly relativeTo?: {
    /** An exact decimal. */
    readonly value: string;
    /** In Unix seconds. */
    readonly at: number;
    /** An exact decimal: "1.2". */
    readonly times?: string;
    /** An exact decimal: "50" or "-50". */
    readonly plus?: string;
    /** SHA-256 of the samples, in hex. */
    readonly evidence: string;
  };
  /** The unit of the threshold. */
  readonly unit?: 'tokens';
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** The program of the mint; filled in. */
  readonly tokenProgram?: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' | 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' | null | null;
} | {
  readonly type: 'range';
  /** The low end, which is inside. */
  readonly low: string | number;
  /** The high end, which is inside. */
  readonly high: string | number;
  /** On which side; left out: inside. */
  readonly within?: 'inside' | 'outside';
  /** What is measured, with its fields. */
  readonly of: 'price_feed' | 'token_price' | 'market_cap' | 'liquidity' | 'holder_count' | 'token_supply' | 'holding' | 'top_holders';
  /** The symbol of a Pyth feed. */
  readonly feed?: 'SOL' | 'BTC' | 'ETH' | 'BNB' | 'XRP' | 'DOGE' | 'ADA' | 'AVAX' | 'LINK' | 'SUI' | 'LTC' | 'JUP' | 'JTO' | 'PYTH' | 'WIF' | 'BONK' | 'FARTCOIN' | 'PEPE' | 'SHIB' | 'FLOKI' | 'DOT' | 'ATOM' | 'BCH' | 'APT' | 'ARB' | 'SEI' | 'TIA' | 'INJ' | 'HBAR' | 'FIL' | 'AAVE' | 'CRV' | 'ZEC' | 'ONDO' | 'LDO' | 'WLD' | 'PENDLE' | 'GRT' | 'DYDX' | 'GMX' | 'ALGO' | 'PAXG' | 'UNI' | 'XLM' | 'TRX' | 'ICP' | 'STX' | 'IMX' | 'SNX' | 'XTZ' | 'XAU' | 'XAG' | 'EUR' | 'GBP' | 'AUD' | 'NZD';
  /** The unit of the threshold. */
  readonly unit?: 'USD' | 'SOL' | 'holders' | 'tokens' | 'percent';
  /** Wallets with fewer tokens are not counted. */
  readonly minimumBalance?: string | number;
  /** Left out: whoever created the token on its launchpad. */
  readonly wallet?: string;
  /** The program of the mint; filled in. */
  readonly tokenProgram?: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' | 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' | null | null;
  /** The median over this many seconds decides. */
  readonly windowSeconds?: number;
  /** Fewer samples decide nothing. */
  readonly samplesMin?: number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** A pool that is read in addition to the derived ones. */
  readonly pool?: string | null;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly quoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly quotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly liquidity?: string;
  /** The id of the Pyth feed; filled in. */
  readonly feedId?: string;
  /** The program that owns Pyth’s updates; filled in. */
  readonly receiver?: string;
  readonly timing?: 'at_expiry';
} | {
  readonly type: 'change';
  /** The start in Unix seconds: after the creation, or up to 8 days before for a price feed. */
  readonly from: number;
  /** At least, above, at most, below. */
  readonly comparator: 'gte' | 'gt' | 'lte' | 'lt';
  /** It is compared with its value then times this number: "1.2". */
  readonly times?: string | number;
  /** Or with its value then plus this number: "-50". */
  readonly plus?: string | number;
  /** What is measured, with its fields. */
  readonly of: 'price_feed' | 'token_price' | 'market_cap' | 'liquidity' | 'holder_count' | 'token_supply' | 'holding' | 'top_holders';
  /** The symbol of a Pyth feed. */
  readonly feed?: 'SOL' | 'BTC' | 'ETH' | 'BNB' | 'XRP' | 'DOGE' | 'ADA' | 'AVAX' | 'LINK' | 'SUI' | 'LTC' | 'JUP' | 'JTO' | 'PYTH' | 'WIF' | 'BONK' | 'FARTCOIN' | 'PEPE' | 'SHIB' | 'FLOKI' | 'DOT' | 'ATOM' | 'BCH' | 'APT' | 'ARB' | 'SEI' | 'TIA' | 'INJ' | 'HBAR' | 'FIL' | 'AAVE' | 'CRV' | 'ZEC' | 'ONDO' | 'LDO' | 'WLD' | 'PENDLE' | 'GRT' | 'DYDX' | 'GMX' | 'ALGO' | 'PAXG' | 'UNI' | 'XLM' | 'TRX' | 'ICP' | 'STX' | 'IMX' | 'SNX' | 'XTZ' | 'XAU' | 'XAG' | 'EUR' | 'GBP' | 'AUD' | 'NZD';
  /** The unit of the threshold. */
  readonly unit?: 'USD' | 'SOL' | 'holders' | 'tokens' | 'percent';
  /** Wallets with fewer tokens are not counted. */
  readonly minimumBalance?: string | number;
  /** Left out: whoever created the token on its launchpad. */
  readonly wallet?: string;
  /** The program of the mint; filled in. */
  readonly tokenProgram?: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' | 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' | null | null;
  /** The median over this many seconds decides. */
  readonly windowSeconds?: number;
  /** Fewer samples decide nothing. */
  readonly samplesMin?: number;
  /** The decimals of the mint; read from the chain. */
  readonly decimals?: number | null;
  /** In answers: the symbol of the token in the rule. Read from the chain. */
  readonly symbol?: string;
  /** A pool that is read in addition to the derived ones. */
  readonly pool?: string | null;
  /** What the pool is quoted in, if not in SOL: a dollar or another token. Filled in. */
  readonly quoteMint?: string;
  /** Where the other token trades for SOL or USDC. Filled in. */
  readonly quotePool?: string;
  /** In answers: the geometric mean of what both sides of the deepest pool held at the creation, in base units. Read from the chain. */
  readonly liquidity?: string;
  /** The id of the Pyth feed; filled in. */
  readonly feedId?: string;
  /** The program that owns Pyth’s updates; filled in. */
  readonly receiver?: string;
  readonly timing?: 'at_expiry';
} | {
  readonly type: 'web_value';
  /** Addresses that the operator lists, each of another host. */
  readonly sources: ReadonlyArray<{
    /** Begins with https://. */
    readonly url: string;
    /** JSON pointer (RFC 6901). Left out: the answer is a number in plain text. */
    readonly pointer?: string;
  }>;
  readonly comparator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';
  /** Numbers are compared exactly; as text with valueType number. */
  readonly value: string | number | boolean;
  /** Left out: that of the value. */
  readonly valueType?: 'number' | 'string' | 'boolean';
  /** How many sources must agree: more than half. Left out: all but one of three or more. */
  readonly quorum?: number;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
  /** At expiry: how long after it the first round is fetched. */
  readonly delaySeconds?: number;
  /** Any time or never before: how often the sources are fetched. */
  readonly pollSeconds?: number;
} | {
  readonly type: 'account_fact';
  /** The account that is read. */
  readonly account: string;
  /** The program that must own it. */
  readonly owner: string;
  /** In bytes. */
  readonly offset: number;
  /** Little-endian. */
  readonly dataType: 'u8' | 'u16' | 'u32' | 'u64' | 'i32' | 'i64' | 'bytes32';
  /** How it is compared; bytes32 only with eq and ne. */
  readonly comparator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';
  /** A whole number, or 32 bytes in hex. */
  readonly value: string;
  /** At the expiry, as soon as it is met at any time before, or never before: No as soon as it is met, otherwise Yes. */
  readonly timing?: 'at_expiry' | 'any_time_before' | 'never_before';
};

export type Config = {
  readonly program: string;
  readonly utilityMint: string;
  /** Owns the utilityMint: the classic Token program or Token-2022. */
  readonly tokenProgram: string;
  readonly decimals: {
    readonly SOL: number;
    readonly UTILITY: number;
  };
  readonly minimumStake: {
    /** In the currency, exact. */
    readonly SOL: Decimal;
    /** In the currency, exact. */
    readonly UTILITY: Decimal;
  };
  readonly feePercentage: {
    readonly burn: number;
    readonly developer: number;
  };
  readonly vetoSeconds: number;
  /** How long before its expiry a market about a value at the expiry closes. */
  readonly leadSeconds: number;
  /** For markets that end later than this from now, the wallet signs itself. */
  readonly horizonSeconds: number;
  /** The key to name as delegate. */
  readonly delegate: string;
  /** All keys that the service bets with; two while it changes to another one. */
  readonly delegates: ReadonlyArray<string>;
  readonly oracle: string;
  readonly treasury: string;
  /** The second line of the text that a wallet signs. */
  readonly origin: string;
  /** The third line of the text that a wallet signs. */
  readonly genesisHash: string;
  readonly cluster: 'embedded' | 'remote';
  /** A node that anybody may use to check what the service says. */
  readonly rpcUrl: string | null;
  /** Shows a transaction or an account: `{kind}` is tx or address, `{id}` which one. */
  readonly explorerUrl: string | null;
  /** The operator's own name and look. */
  readonly branding: {
    readonly name: string;
    /** A colour like `#ffb81c`. */
    readonly accent: string | null;
    readonly logoUrl: string | null;
    readonly termsUrl: string | null;
    readonly supportUrl: string | null;
  };
  /** Null: bets are offered everywhere. */
  readonly countryPolicy: {
    /** Codes like `US`. */
    readonly blocked: ReadonlyArray<string>;
    /** Whether a country that the proxy does not name is blocked. */
    readonly blocksUnknown: boolean;
  } | null;
  readonly sandbox: boolean;
  /** The time of the chain. */
  readonly now: string;
  /** Beginnings of the addresses that a condition web_value may name. */
  readonly webSources: ReadonlyArray<string>;
  readonly limits: {
    readonly questionCharactersMin: number;
    readonly questionCharactersMax: number;
    readonly questionBytesMax: number;
    readonly marketDurationSecondsMax: number;
    readonly pageSizeMin: number;
    readonly pageSizeMax: number;
    readonly pageSizeDefault: number;
    readonly pageOffsetMax: number;
    readonly longListOffsetMax: number;
    readonly idempotencyKeyCharactersMin: number;
    readonly idempotencyKeyCharactersMax: number;
    readonly idempotencyKeySecondsKept: number;
    readonly nonceCharactersMin: number;
    readonly nonceCharactersMax: number;
    readonly signatureAgeSecondsMax: number;
    readonly bodyBytesMax: number;
    readonly jsonDepthMax: number;
    readonly confirmWaitMsMax: number;
  };
  /** The code that answers. */
  readonly build: {
    readonly version: string;
    /** With -dirty if files were changed, or unknown. */
    readonly commit: string;
  };
  /** Which keys have which power over markets, read from the chain. */
  readonly trust: {
    /** May replace the program, and with it every rule. Null: nobody. */
    readonly upgradeAuthority: string | null;
    readonly admin: string;
    /** May veto outcomes of the oracle, and disable operator and oracle at once. */
    readonly guardian: string | null;
    /** Signs new markets and bets in gated ones. Null: disabled. */
    readonly operator: string | null;
    /** Decides new markets that no fact on chain decides. Null: disabled. */
    readonly oracle: string | null;
    /** How long a change of the Config is announced before it takes effect. */
    readonly changeDelaySeconds: number;
    /** May mint more UTILITY. Null: nobody. */
    readonly mintAuthority: string | null;
    /** SHA-256 of the deployed program without trailing zeros. */
    readonly programHash: string;
    /** Whether the deployed program equals the program/tote.so of this service. Null: the service does not have the file. */
    readonly programMatches: boolean | null;
    readonly pendingChange: {
      /** From then on anyone can apply it. */
      readonly effectiveAt: string;
      readonly admin: string;
      /** May veto outcomes of the oracle, and disable operator and oracle at once. */
      readonly guardian: string | null;
      /** Signs new markets and bets in gated ones. Null: disabled. */
      readonly operator: string | null;
      /** Decides new markets that no fact on chain decides. Null: disabled. */
      readonly oracle: string | null;
      /** How long a change of the Config is announced before it takes effect. */
      readonly changeDelaySeconds: number;
      readonly treasury: string;
      readonly feePercentage: {
        readonly burn: number;
        readonly developer: number;
      };
      readonly minimumStake: {
        /** In the currency, exact. */
        readonly SOL: Decimal;
        /** In the currency, exact. */
        readonly UTILITY: Decimal;
      };
      readonly vetoSeconds: number;
      /** How long before its expiry a market about a value at the expiry closes. */
      readonly leadSeconds: number;
      /** For markets that end later than this from now, the wallet signs itself. */
      readonly horizonSeconds: number;
      readonly knownPrograms: ReadonlyArray<string>;
    } | null;
  };
  /** Made-up prices and tokens of the embedded chain, for testing. */
  readonly demo?: {
    readonly notice: string;
    readonly feeds: ReadonlyArray<{
      readonly symbol: string;
      readonly feedId: string;
      readonly account: string;
    }>;
    readonly tokens: ReadonlyArray<{
      readonly symbol: string;
      readonly mint: string;
      readonly bondingCurve: string;
      readonly pool: string;
      /** When its bonding curve is or was sold out. */
      readonly curveCompletesAt: string;
      /** When its pool is or was created. */
      readonly migratesAt: string;
    }>;
    readonly webSources: ReadonlyArray<{
      readonly url: string;
      readonly pointer: string;
    }>;
    /** Wallets that this service bets with, in markets that they made themselves. */
    readonly bettors: ReadonlyArray<{
      readonly name: string;
      readonly wallet: string;
    }>;
  };
};

export type CreatedApiKey = {
  /** Shown only once. Store it. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly scopes: ReadonlyArray<'read' | 'bet' | 'create' | 'attest' | 'manage' | 'operate'>;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revoked: boolean;
};

export type CreatedMarket = {
  readonly id: string;
  readonly question: string;
  readonly tokenAddress: string | null;
  /** What decides the market: the rule in at most 200 characters, an empty line, its exact terms. Once it is refunded: another empty line, and why. */
  readonly details: string;
  readonly condition: Condition | null;
  readonly timing: 'at_expiry' | 'any_time_before' | 'never_before' | null;
  /** The dates of the market, in order. */
  readonly deadlines: {
    /** No bets from then on. */
    readonly bettingClosesAt: string;
    /** The moment that the question is about. */
    readonly expireAt: string;
    /** The outcome is final by then, unless data is missing. */
    readonly resolvesBy: string;
    /** Without an outcome by then, all stakes are refunded. */
    readonly refundAt: string;
  };
  /** fact: the program reads an account. samples: the oracle measures. attestation: the oracle says it. web: the oracle reads web sources. */
  readonly decidedBy: 'fact' | 'samples' | 'attestation' | 'web';
  readonly outcomes: ReadonlyArray<{
    readonly name: 'Yes' | 'No';
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly odds?: number;
    /** In the currency, exact. */
    readonly totalStake: Decimal;
  }>;
  readonly currency: 'SOL' | 'UTILITY';
  readonly expireAt: string;
  readonly status: 'open' | 'resolved';
  readonly createdAt: string;
  readonly creator: string;
  readonly feePercentage: {
    readonly burn: number;
    readonly developer: number;
  };
  /** The sum of all stakes. */
  readonly totalVolume: Decimal;
  readonly bettingOpen: boolean;
  /** Why it takes no bets before bettingClosesAt. oracle_disabled: the key of its oracle has lost its power, and all stakes are refunded. */
  readonly closedReason?: 'oracle_disabled';
  /** The operator hid it from lists and takes no bets in it here. Money, outcome and payouts are not affected. */
  readonly hidden?: {
    readonly reason: string;
    readonly hiddenAt: string;
  };
  readonly bettingClosesAt: string;
  /** Without an outcome by then, all stakes are refunded. */
  readonly refundAt: string;
  /** In the currency, exact. */
  readonly minimumStake: Decimal;
  readonly betCount: number;
  /** For attested markets: what counts if the oracle does not answer in time. */
  readonly attestation?: {
    readonly silence: 'no' | 'refund';
    /** The deadline for the oracle. */
    readonly endsAt: string;
  };
  /** Takes only bets that the wallet signs itself; delegates cannot bet in it. */
  readonly custom: boolean;
  /** What decides it on chain differs from its condition. It is not listed. */
  readonly mismatch: boolean;
  /** How they differ. */
  readonly mismatchReason?: string;
  /** Who can influence what decides the market, and the cost at its creation. */
  readonly warnings: ReadonlyArray<string>;
  readonly proposedOutcome?: 'Yes' | 'No';
  readonly vetoEndsAt?: string;
  /** The current value of the condition, while the market is open. */
  readonly conditionProgress?: {
    /** The current value. */
    readonly currentCount: Decimal;
    /** The value that it is compared with, or the low end of a range. */
    readonly target: Decimal;
    /** The high end of a range. */
    readonly targetHigh?: Decimal;
    readonly unit: string;
    /** If the condition is about a ratio: the two values now. */
    readonly compared?: {
      /** The value of what the market is about. */
      readonly value: Decimal;
      /** The value of what it is compared with. */
      readonly other: Decimal;
      readonly unit: string;
    };
  };
  /** Why a closed market has no outcome yet. */
  readonly resolution?: {
    readonly waitingFor: string;
    readonly lastFailure: string | null;
    readonly nextTryAt: string | null;
  };
  readonly resolvedAt?: string;
  readonly winningOutcome?: 'Yes' | 'No' | null;
  readonly payoutRatio?: {
    /** Units returned per unit staked, four decimals, rounded down. */
    readonly Yes: number;
    /** Units returned per unit staked, four decimals, rounded down. */
    readonly No: number;
  };
  readonly feesCollected?: {
    /** The burn share, in the currency of the market. It never changes. */
    readonly burned: string;
    readonly developer: string;
    /** What the buyback burned for a burn share in SOL, once all of it is sold. */
    readonly burnedUtility?: string;
    /** The last of these sales; the receipt has all of them. */
    readonly burnTransactionId?: string;
  };
  readonly refunded?: boolean;
  readonly refundReason?: 'nobody_won' | 'deadline' | 'veto' | 'oracle_disabled';
  /** All payouts are credited. */
  readonly settled?: boolean;
  readonly yours?: Position | null;
  /** The series that it is a round of. */
  readonly series?: string;
  readonly transactionId: string;
  readonly state: 'pending' | 'confirmed';
};

/** A market is on chain. */
export type MarketCreatedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'market.created';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The question. */
    readonly question: string;
    readonly tokenAddress: string | null;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** The wallet that created it. */
    readonly creator: string;
    /** The expiry. */
    readonly expireAt: string;
    /** The series that it is a round of. */
    readonly series?: string;
    /** Only its creator stands behind what decides it. */
    readonly custom: boolean;
    /** What decides it on chain is not what its condition says. */
    readonly mismatch: boolean;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A bet takes longer than 400 ms, on a cluster 2 seconds. */
export type BetPendingEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'bet.pending';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    /** As in `GET /v1/bets/{betId}`. */
    readonly betId: string;
    /** What the bet is on. */
    readonly outcome: 'Yes' | 'No';
    /** The stake. In the currency, exact. */
    readonly amount: Decimal;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** The transaction that has the bet. */
    readonly transactionId: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A bet is on chain, whoever sent it. */
export type BetConfirmedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'bet.confirmed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    /** As in `GET /v1/bets/{betId}`. */
    readonly betId: string;
    /** What the bet is on. */
    readonly outcome: 'Yes' | 'No';
    /** The stake. In the currency, exact. */
    readonly amount: Decimal;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** The transaction that has the bet. */
    readonly transactionId: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A bet came to nothing. */
export type BetFailedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'bet.failed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    /** As in `GET /v1/bets/{betId}`. */
    readonly betId: string;
    /** What the bet is on. */
    readonly outcome: 'Yes' | 'No';
    /** The stake. In the currency, exact. */
    readonly amount: Decimal;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** The transaction that has the bet. */
    readonly transactionId: string;
    /** Why, as a code: those of `X-Error-Code`. */
    readonly error?: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** Bets changed the pools of a market. */
export type OddsChangedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'odds.changed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The new odds, which sum to 1. */
    readonly odds: {
      /** Share of the total stake. */
      readonly Yes: number;
      /** Share of the total stake. */
      readonly No: number;
    };
    /** The new pools. */
    readonly totalStake: {
      /** The stake on this outcome. In the currency, exact. */
      readonly Yes: Decimal;
      /** The stake on this outcome. In the currency, exact. */
      readonly No: Decimal;
    };
    /** Counts the changes of the market. */
    readonly sequence: number;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A market takes no more bets. */
export type MarketClosedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'market.closed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** Since when. */
    readonly bettingClosesAt: string;
    /** The expiry. */
    readonly expireAt: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A market has expired and now waits for the verdict of its oracle. */
export type AttestationWantedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'attestation.wanted';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The question. */
    readonly question: string;
    /** The wallet that can answer, with `POST /v1/markets/{marketId}/attestations`. */
    readonly oracle: string;
    /** The expiry, since when it waits. */
    readonly expireAt: string;
    /** Until when the oracle can answer. Then all stakes are refunded. */
    readonly endsAt: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A market has an outcome that can still be vetoed. */
export type MarketProposedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'market.proposed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** What wins if nobody vetoes it. */
    readonly proposedOutcome: 'Yes' | 'No';
    /** Until when it can be vetoed. */
    readonly vetoEndsAt: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** An outcome was vetoed, by the guardian or because its oracle was disabled. `market.refunded` follows. */
export type MarketVetoedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'market.vetoed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** What had been proposed. */
    readonly vetoedOutcome: 'Yes' | 'No';
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** The outcome of a market is final. */
export type MarketResolvedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'market.resolved';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    readonly winningOutcome: 'Yes' | 'No' | null;
    /** Since when it is final. */
    readonly resolvedAt: string;
    /** The series that it is a round of. */
    readonly series?: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** All stakes of a market are refunded. */
export type MarketRefundedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'market.refunded';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    readonly winningOutcome: 'Yes' | 'No' | null;
    /** Since when it is final. */
    readonly resolvedAt: string;
    /** The series that it is a round of. */
    readonly series?: string;
    /** Why. */
    readonly refundReason: 'nobody_won' | 'deadline' | 'veto' | 'oracle_disabled';
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A wallet was paid, or got nothing. */
export type PositionSettledEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'position.settled';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    readonly winningOutcome: 'Yes' | 'No' | null;
    /** What the wallet had staked. */
    readonly stakes: {
      /** On this outcome. In the currency, exact. */
      readonly Yes: Decimal;
      /** On this outcome. In the currency, exact. */
      readonly No: Decimal;
    };
    /** What it was paid; 0 if it lost. In the currency, exact. */
    readonly payout: Decimal;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** How it ended for the wallet. */
    readonly state: 'won' | 'lost' | 'refunded';
    /** The transaction that did it. */
    readonly transactionId: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** Some positions of a market are paid. */
export type SettlementProgressEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'settlement.progress';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** Positions that this step settled. */
    readonly settled: number;
    /** Positions that are left. */
    readonly openPositions: number;
    /** What this step paid. Left out if nobody had a stake. In the currency, exact. */
    readonly paid?: Decimal;
    /** The currency of the amounts. */
    readonly currency?: 'SOL' | 'UTILITY';
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** All positions of a market are paid. */
export type SettlementFinishedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'settlement.finished';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** Positions that this step settled. */
    readonly settled: number;
    /** Positions that are left. */
    readonly openPositions: number;
    /** What this step paid. Left out if nobody had a stake. In the currency, exact. */
    readonly paid?: Decimal;
    /** The currency of the amounts. */
    readonly currency?: 'SOL' | 'UTILITY';
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** Somebody deposited for a wallet. */
export type AccountDepositedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'account.deposited';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    /** What came in. In the currency, exact. */
    readonly amount: Decimal;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** The balance of the account afterwards. In the currency, exact. */
    readonly balance: Decimal;
    /** The transaction that did it. */
    readonly transactionId: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** Money went from the account to the wallet. */
export type AccountWithdrawnEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'account.withdrawn';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    /** What went out. In the currency, exact. */
    readonly amount: Decimal;
    /** The currency of the amounts. */
    readonly currency: 'SOL' | 'UTILITY';
    /** The balance of the account afterwards. In the currency, exact. */
    readonly balance: Decimal;
    /** The transaction that did it. */
    readonly transactionId: string;
    /** Winnings that were sent because the wallet chose `autoWithdraw`. */
    readonly autoWithdraw: boolean;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A wallet chose who may bet for it, or `autoWithdraw`. */
export type DelegateChangedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'delegate.changed';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The wallet. */
    readonly wallet: string;
    readonly delegate: {
      /** The key. */
      readonly address: string;
      /** Until when. */
      readonly expiresAt: string;
      /** What it may still stake, per currency. */
      readonly allowance: {
        /** The allowance in SOL. In the currency, exact. */
        readonly SOL: Decimal;
        /** The allowance in UTILITY. In the currency, exact. */
        readonly UTILITY: Decimal;
      };
    } | null;
    /** Whether winnings are sent to the wallet. */
    readonly autoWithdraw: boolean;
    /** The transaction that did it. */
    readonly transactionId: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** Transactions can no longer be undone: all that events up to `upTo` tell of. */
export type TransactionFinalizedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'transaction.finalized';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The id of an event. */
    readonly upTo: string;
    /** The wallet; on streams with the filter `wallet`. */
    readonly wallet?: string;
    /** Those of the wallet since the last such event, at most 200. */
    readonly transactionIds?: ReadonlyArray<string>;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** A change of keys or terms was announced. */
export type ConfigAnnouncedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'config.announced';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    readonly admin: string | null;
    readonly effectiveAt: string | null;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** An announced change is in force. */
export type ConfigAppliedEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'config.applied';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    readonly admin: string | null;
    readonly effectiveAt: string | null;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** An announced change was cancelled. */
export type ConfigCancelledEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'config.cancelled';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    readonly admin: string | null;
    readonly effectiveAt: string | null;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** The operator or the oracle was disabled. */
export type KeysDisabledEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'keys.disabled';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** Whether it is the operator. */
    readonly operator: boolean;
    /** Whether it is the oracle. */
    readonly oracle: boolean;
    /** Who disabled it. */
    readonly by: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** First on a stream that was to resume after an event that the feed does not have. What the reader knows may be outdated: read it again from the API. */
export type FeedResetEvent = {
  /** A whole number below 2^53, as text. Ids grow. */
  readonly id: string;
  readonly type: 'feed.reset';
  /** The market that it is about. */
  readonly marketId: string | null;
  readonly data: {
    /** The id that was asked for. */
    readonly lastEventId: string;
    /** The stream goes on with the first event after this id. */
    readonly resumesAfter: string;
  };
  /** When it was written, by the clock of the service. */
  readonly at: string;
};

/** One event; `type` says which. docs/events.md lists them. */
export type FeedEvent = MarketCreatedEvent | BetPendingEvent | BetConfirmedEvent | BetFailedEvent | OddsChangedEvent | MarketClosedEvent | AttestationWantedEvent | MarketProposedEvent | MarketVetoedEvent | MarketResolvedEvent | MarketRefundedEvent | PositionSettledEvent | SettlementProgressEvent | SettlementFinishedEvent | AccountDepositedEvent | AccountWithdrawnEvent | DelegateChangedEvent | TransactionFinalizedEvent | ConfigAnnouncedEvent | ConfigAppliedEvent | ConfigCancelledEvent | KeysDisabledEvent | FeedResetEvent;

export type Heartbeat = {
  readonly type: 'heartbeat';
  /** The time of the service. */
  readonly at: string;
  /** The time of the chain, which markets go by. */
  readonly chainTime: string;
};

export type HiddenMarket = {
  readonly marketId: string;
  /** As the operator wrote it. */
  readonly reason: string;
  readonly hiddenBy: string;
  readonly hiddenAt: string;
  /** Null while it is hidden. */
  readonly unhiddenAt: string | null;
};

export type HistoryPoint = {
  readonly betId: string;
  readonly sequence: number;
  readonly outcome: 'Yes' | 'No';
  /** In the currency, exact. */
  readonly amount: Decimal;
  readonly totalStake: {
    /** After the bet. */
    readonly Yes: Decimal;
    /** After the bet. */
    readonly No: Decimal;
  };
  readonly odds: {
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly Yes: number;
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly No: number;
  };
  readonly placedAt: string;
};

export type Leader = {
  readonly rank: number;
  readonly wallet: string;
  readonly bettor: string;
  /** Payouts less stakes of settled positions. Negative for a loss. */
  readonly profit: Decimal;
  readonly currency: 'SOL' | 'UTILITY';
};

export type Market = {
  readonly id: string;
  readonly question: string;
  readonly tokenAddress: string | null;
  /** What decides the market: the rule in at most 200 characters, an empty line, its exact terms. Once it is refunded: another empty line, and why. */
  readonly details: string;
  readonly condition: Condition | null;
  readonly timing: 'at_expiry' | 'any_time_before' | 'never_before' | null;
  /** The dates of the market, in order. */
  readonly deadlines: {
    /** No bets from then on. */
    readonly bettingClosesAt: string;
    /** The moment that the question is about. */
    readonly expireAt: string;
    /** The outcome is final by then, unless data is missing. */
    readonly resolvesBy: string;
    /** Without an outcome by then, all stakes are refunded. */
    readonly refundAt: string;
  };
  /** fact: the program reads an account. samples: the oracle measures. attestation: the oracle says it. web: the oracle reads web sources. */
  readonly decidedBy: 'fact' | 'samples' | 'attestation' | 'web';
  readonly outcomes: ReadonlyArray<{
    readonly name: 'Yes' | 'No';
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly odds?: number;
    /** In the currency, exact. */
    readonly totalStake: Decimal;
  }>;
  readonly currency: 'SOL' | 'UTILITY';
  readonly expireAt: string;
  readonly status: 'open' | 'resolved';
  readonly createdAt: string;
  readonly creator: string;
  readonly feePercentage: {
    readonly burn: number;
    readonly developer: number;
  };
  /** The sum of all stakes. */
  readonly totalVolume: Decimal;
  readonly bettingOpen: boolean;
  /** Why it takes no bets before bettingClosesAt. oracle_disabled: the key of its oracle has lost its power, and all stakes are refunded. */
  readonly closedReason?: 'oracle_disabled';
  /** The operator hid it from lists and takes no bets in it here. Money, outcome and payouts are not affected. */
  readonly hidden?: {
    readonly reason: string;
    readonly hiddenAt: string;
  };
  readonly bettingClosesAt: string;
  /** Without an outcome by then, all stakes are refunded. */
  readonly refundAt: string;
  /** In the currency, exact. */
  readonly minimumStake: Decimal;
  readonly betCount: number;
  /** For attested markets: what counts if the oracle does not answer in time. */
  readonly attestation?: {
    readonly silence: 'no' | 'refund';
    /** The deadline for the oracle. */
    readonly endsAt: string;
  };
  /** Takes only bets that the wallet signs itself; delegates cannot bet in it. */
  readonly custom: boolean;
  /** What decides it on chain differs from its condition. It is not listed. */
  readonly mismatch: boolean;
  /** How they differ. */
  readonly mismatchReason?: string;
  /** Who can influence what decides the market, and the cost at its creation. */
  readonly warnings: ReadonlyArray<string>;
  readonly proposedOutcome?: 'Yes' | 'No';
  readonly vetoEndsAt?: string;
  /** The current value of the condition, while the market is open. */
  readonly conditionProgress?: {
    /** The current value. */
    readonly currentCount: Decimal;
    /** The value that it is compared with, or the low end of a range. */
    readonly target: Decimal;
    /** The high end of a range. */
    readonly targetHigh?: Decimal;
    readonly unit: string;
    /** If the condition is about a ratio: the two values now. */
    readonly compared?: {
      /** The value of what the market is about. */
      readonly value: Decimal;
      /** The value of what it is compared with. */
      readonly other: Decimal;
      readonly unit: string;
    };
  };
  /** Why a closed market has no outcome yet. */
  readonly resolution?: {
    readonly waitingFor: string;
    readonly lastFailure: string | null;
    readonly nextTryAt: string | null;
  };
  readonly resolvedAt?: string;
  readonly winningOutcome?: 'Yes' | 'No' | null;
  readonly payoutRatio?: {
    /** Units returned per unit staked, four decimals, rounded down. */
    readonly Yes: number;
    /** Units returned per unit staked, four decimals, rounded down. */
    readonly No: number;
  };
  readonly feesCollected?: {
    /** The burn share, in the currency of the market. It never changes. */
    readonly burned: string;
    readonly developer: string;
    /** What the buyback burned for a burn share in SOL, once all of it is sold. */
    readonly burnedUtility?: string;
    /** The last of these sales; the receipt has all of them. */
    readonly burnTransactionId?: string;
  };
  readonly refunded?: boolean;
  readonly refundReason?: 'nobody_won' | 'deadline' | 'veto' | 'oracle_disabled';
  /** All payouts are credited. */
  readonly settled?: boolean;
  readonly yours?: Position | null;
  /** The series that it is a round of. */
  readonly series?: string;
};

export type MarketPosition = {
  readonly wallet: string | null;
  /** The account of the wallet. */
  readonly bettor: string;
  readonly stakes: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  };
};

export type MarketPreview = {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly currency: 'SOL' | 'UTILITY';
  /** What decides the market. Sent as `condition`, it gives the same market; a threshold that is relative to the present value is measured again. */
  readonly condition: Condition;
  /** The text whose hash goes on chain. */
  readonly canonicalCondition: string;
  /** What decides the market: the rule in at most 200 characters, an empty line, its exact terms. Once it is refunded: another empty line, and why. */
  readonly details: string;
  readonly timing: 'at_expiry' | 'any_time_before' | 'never_before' | null;
  /** The dates of the market, in order. */
  readonly deadlines: {
    /** No bets from then on. */
    readonly bettingClosesAt: string;
    /** The moment that the question is about. */
    readonly expireAt: string;
    /** The outcome is final by then, unless data is missing. */
    readonly resolvesBy: string;
    /** Without an outcome by then, all stakes are refunded. */
    readonly refundAt: string;
  };
  /** fact: the program reads an account. samples: the oracle measures. attestation: the oracle says it. web: the oracle reads web sources. */
  readonly decidedBy: 'fact' | 'samples' | 'attestation' | 'web';
  /** The account of a fact (null: any account of the program) and the program that owns it, or the oracle. */
  readonly decider: {
    readonly account: string | null;
    readonly program: string | null;
  };
  /** It resolves as soon as the condition is met. */
  readonly triggered: boolean;
  readonly expireAt: string;
  /** The expiry that fits the time in the question, if it names one. */
  readonly proposedExpireAt?: string;
  readonly bettingClosesAt: string;
  /** Without an outcome by then, all stakes are refunded. */
  readonly refundAt: string;
  /** In the currency, exact. */
  readonly minimumStake: Decimal;
  /** For attested markets: what counts if the oracle does not answer in time. */
  readonly attestation?: {
    readonly silence: 'no' | 'refund';
    /** The deadline for the oracle. */
    readonly endsAt: string;
  };
  /** Takes only bets that the wallet signs itself; delegates cannot bet in it. */
  readonly custom: boolean;
  /** The current value of the condition, while the market is open. */
  readonly conditionProgress?: {
    /** The current value. */
    readonly currentCount: Decimal;
    /** The value that it is compared with, or the low end of a range. */
    readonly target: Decimal;
    /** The high end of a range. */
    readonly targetHigh?: Decimal;
    readonly unit: string;
    /** If the condition is about a ratio: the two values now. */
    readonly compared?: {
      /** The value of what the market is about. */
      readonly value: Decimal;
      /** The value of what it is compared with. */
      readonly other: Decimal;
      readonly unit: string;
    };
  };
  /** The web sources of a condition web_value. */
  readonly sources?: ReadonlyArray<{
    readonly url: string;
    readonly pointer: string | null;
    readonly value: string | null;
    readonly failure: string | null;
    readonly met: boolean | null;
  }>;
  readonly alreadyMet: boolean | null;
  /** Who can influence what decides the market, and the cost at its creation. */
  readonly warnings: ReadonlyArray<string>;
  /** Questions close to this one that would be measured, if this one is attested. */
  readonly suggestions: ReadonlyArray<{
    readonly question: string;
    /** What decides a market with this question. Not for a change from now. */
    readonly condition?: Condition;
  }>;
};

export type MarketRequest = {
  /** The yes/no question; at most 500 bytes of UTF-8. Line breaks become spaces. */
  readonly question: string;
  /** The mint of a token market. Null or omitted for a global market. */
  readonly tokenAddress?: string | null;
  /** Exactly Yes and No, in either order, as names or as objects with a name. */
  readonly outcomes: ReadonlyArray<'Yes' | 'No' | {
    readonly name: 'Yes' | 'No';
  }>;
  /** When the market expires, with a zone. Seconds may be left out, and fractions are dropped. */
  readonly expireAt: string;
  readonly currency: 'SOL' | 'UTILITY';
  /** When bets stop; default: expireAt, for a value at expireAt leadSeconds before it. */
  readonly bettingClosesAt?: string;
  /** What decides the market; default: read from the question. */
  readonly condition?: Condition;
  /** How a question that nothing measures is attested; default: as it asks. */
  readonly attestation?: {
    readonly silence: 'no' | 'refund';
    /** Until when the oracle can answer; default: a day later. */
    readonly endsAt?: string;
  };
  /** What the creator stakes: an amount on Yes, an amount on one outcome, or an amount on each. It lands together with the market or not at all. */
  readonly initialStake?: AmountInput | {
    readonly outcome: 'Yes' | 'No';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
  } | {
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly Yes?: AmountInput;
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly No?: AmountInput;
  };
  /** Ignored, so that an answer may be sent back. */
  readonly id?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly status?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly createdAt?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly totalVolume?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly bettingOpen?: unknown;
  /** If sent, what the answer will say. */
  readonly creator?: string;
  /** If sent, what the answer will say. */
  readonly feePercentage?: Readonly<Record<string, unknown>>;
  /** If sent, what the answer will say. */
  readonly details?: string;
};

export type MarketResult = {
  readonly marketId: string;
  readonly winningOutcome: 'Yes' | 'No' | null;
  readonly resolvedAt: string;
  /** Winner: stake and share. Loser: 0. Refund: the stake. */
  readonly yourWinnings: Decimal;
  /** True until the winnings are credited. Nothing has to be claimed. */
  readonly claimable: boolean;
  /** Where credited winnings went. balance: free to bet or withdraw. wallet: sent on, because the wallet chose `autoWithdraw`. */
  readonly paidTo?: 'balance' | 'wallet';
  readonly currency: 'SOL' | 'UTILITY';
  readonly refunded: boolean;
  readonly refundReason?: 'nobody_won' | 'deadline' | 'veto' | 'oracle_disabled';
  /** Why it was refunded, in words. */
  readonly message?: string;
};

export type MarketSummary = {
  readonly id: string;
  readonly question: string;
  readonly tokenAddress: string | null;
  /** What decides the market: the rule in at most 200 characters, an empty line, its exact terms. Once it is refunded: another empty line, and why. */
  readonly details: string;
  /** fact: the program reads an account. samples: the oracle measures. attestation: the oracle says it. web: the oracle reads web sources. */
  readonly decidedBy: 'fact' | 'samples' | 'attestation' | 'web';
  readonly currency: 'SOL' | 'UTILITY';
  readonly status: 'open' | 'resolved';
  readonly expireAt: string;
  readonly odds: {
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly Yes: number;
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly No: number;
  };
  /** In the currency, exact. */
  readonly totalVolume: Decimal;
  readonly bettingClosesAt: string;
  readonly bettingOpen: boolean;
  /** Why it takes no bets before bettingClosesAt. oracle_disabled: the key of its oracle has lost its power, and all stakes are refunded. */
  readonly closedReason?: 'oracle_disabled';
  /** Takes only bets that the wallet signs itself; delegates cannot bet in it. */
  readonly custom: boolean;
  readonly winningOutcome?: 'Yes' | 'No' | null;
  readonly refunded?: boolean;
  /** The series that it is a round of. */
  readonly series?: string;
};

export type MeasuredValue = {
  readonly at: string;
  /** In the unit of conditionProgress. */
  readonly value: Decimal;
};

export type Payout = {
  readonly wallet: string | null;
  /** The account of the wallet that is credited. */
  readonly bettor: string;
  readonly stakes: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  };
  /** Winner: stake and share. Loser: 0. Refund: the stakes. */
  readonly payout: Decimal;
  readonly state: 'credited' | 'lost' | 'pending';
  readonly transactionId: string | null;
  readonly creditedAt: string | null;
};

export type Position = {
  readonly marketId: string;
  readonly question: string;
  /** The series that the market is a round of. */
  readonly series?: string;
  readonly currency: 'SOL' | 'UTILITY';
  readonly stakes: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  };
  /** The payout with the current pools if the outcome is Yes. */
  readonly payoutIfYes: Decimal;
  /** The payout with the current pools if the outcome is No. */
  readonly payoutIfNo: Decimal;
  readonly status: 'open' | 'closed' | 'won' | 'lost' | 'refunded';
  readonly payout: Decimal | null;
};

export type PrepareAccountRequest = {
  readonly actions: ReadonlyArray<{
    readonly type: 'open';
    /** Maximum number of markets at the same time. */
    readonly slots?: number;
  } | {
    readonly type: 'grow';
    /** Maximum number of markets at the same time. */
    readonly slots: number;
  } | {
    readonly type: 'deposit';
    readonly currency: 'SOL' | 'UTILITY';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
  } | {
    readonly type: 'withdraw';
    readonly currency: 'SOL' | 'UTILITY';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
    /** The token account of the wallet for UTILITY; default: its associated one. */
    readonly tokenAccount?: string;
  } | {
    readonly type: 'delegate';
    /** Who may bet for the wallet; default: this service; null: nobody. */
    readonly delegate?: string | null;
    /** When the permission ends. */
    readonly expiresAt?: string;
    readonly allowance?: {
      /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
      readonly SOL?: AmountInput;
      /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
      readonly UTILITY?: AmountInput;
    };
  } | {
    readonly type: 'autoWithdraw';
    /** True: winnings are sent to the wallet as they come, and within a minute those in the balance: `sweepable` of `GET /v1/account`. UTILITY needs a token account. */
    readonly enabled: boolean;
  } | {
    readonly type: 'close';
    /** Leaves the remaining SOL to the buyback. Allowed only if it is less than the rent of an empty account. */
    readonly forfeitSol?: boolean;
    /** Burns the remaining UTILITY. Allowed only if its base units are fewer than the lamports of rent of a token account: withdrawing it may cost more than it is worth. */
    readonly forfeitUtility?: boolean;
  }>;
  /** The wallet, if the request has no credential. */
  readonly wallet?: string;
  /** Who pays the fee. The relayer pays up to a limit per wallet and day. With `wallet`, the wallet is the fee payer and also pays all rent, and there is no limit. */
  readonly feePayer?: 'relayer' | 'wallet';
  /** For wallets that know only version 0: what does not fit it is refused. By default it becomes a transaction of version 1. */
  readonly transactionVersion?: 0;
};

export type PrepareBetRequest = {
  readonly outcome: 'Yes' | 'No';
  /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
  readonly amount: AmountInput;
  readonly currency?: 'SOL' | 'UTILITY';
  /** The bet is placed only if its side, with this stake, would pay at least this much per unit staked, as `payoutRatio` shows it; more than four decimals are rounded up. The program checks it when the bet lands. With an empty other side the ratio is 1. Later bets can still lower it. A dishonest service that bets for the wallet could leave the minimum out; a bet that the wallet signs has it in its bytes. */
  readonly minPayoutRatio?: number | string;
  /** The bettor, if the request has no credential. */
  readonly wallet?: string;
  /** What the service may bet for the wallet afterwards. It replaces what was allowed before; a currency that is left out gets none. */
  readonly allowance?: {
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly SOL?: AmountInput;
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly UTILITY?: AmountInput;
    /** When the permission ends; default: in 30 days. */
    readonly expiresAt?: string;
  };
  /** Who pays the fee. The relayer pays up to a limit per wallet and day. With `wallet`, the wallet is the fee payer and also pays all rent, and there is no limit. */
  readonly feePayer?: 'relayer' | 'wallet';
  /** For wallets that know only version 0: what does not fit it is refused. By default it becomes a transaction of version 1. */
  readonly transactionVersion?: 0;
};

export type PrepareMarketRequest = {
  /** The yes/no question; at most 500 bytes of UTF-8. Line breaks become spaces. */
  readonly question: string;
  /** The mint of a token market. Null or omitted for a global market. */
  readonly tokenAddress?: string | null;
  /** Exactly Yes and No, in either order, as names or as objects with a name. */
  readonly outcomes: ReadonlyArray<'Yes' | 'No' | {
    readonly name: 'Yes' | 'No';
  }>;
  /** When the market expires, with a zone. Seconds may be left out, and fractions are dropped. */
  readonly expireAt: string;
  readonly currency: 'SOL' | 'UTILITY';
  /** When bets stop; default: expireAt, for a value at expireAt leadSeconds before it. */
  readonly bettingClosesAt?: string;
  /** What decides the market; default: read from the question. */
  readonly condition?: Condition;
  /** How a question that nothing measures is attested; default: as it asks. */
  readonly attestation?: {
    readonly silence: 'no' | 'refund';
    /** Until when the oracle can answer; default: a day later. */
    readonly endsAt?: string;
  };
  /** What the creator stakes: an amount on Yes, an amount on one outcome, or an amount on each. It lands together with the market or not at all. */
  readonly initialStake?: AmountInput | {
    readonly outcome: 'Yes' | 'No';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
  } | {
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly Yes?: AmountInput;
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly No?: AmountInput;
  };
  /** Ignored, so that an answer may be sent back. */
  readonly id?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly status?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly createdAt?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly totalVolume?: unknown;
  /** Ignored, so that an answer may be sent back. */
  readonly bettingOpen?: unknown;
  /** If sent, what the answer will say. */
  readonly creator?: string;
  /** If sent, what the answer will say. */
  readonly feePercentage?: Readonly<Record<string, unknown>>;
  /** If sent, what the answer will say. */
  readonly details?: string;
  /** The creator, if the request has no credential. */
  readonly wallet?: string;
  /** Who pays the fee. The relayer pays up to a limit per wallet and day. With `wallet`, the wallet is the fee payer and also pays all rent, and there is no limit. */
  readonly feePayer?: 'relayer' | 'wallet';
  /** For wallets that know only version 0: what does not fit it is refused. By default it becomes a transaction of version 1. */
  readonly transactionVersion?: 0;
};

export type PreparedTransaction = {
  /** Base64, with empty signatures, for the wallet to sign. */
  readonly transaction: string;
  readonly lastValidBlockHeight: number;
  /** What it will do. */
  readonly summary: ReadonlyArray<string>;
};

export type Receipt = {
  readonly marketId: string;
  readonly currency: 'SOL' | 'UTILITY';
  readonly createdAt: string;
  readonly expireAt: string;
  readonly refundAt: string;
  readonly resolvedAt: string;
  readonly winningOutcome: 'Yes' | 'No' | null;
  readonly refunded: boolean;
  readonly refundReason: 'nobody_won' | 'deadline' | 'veto' | 'oracle_disabled' | null;
  readonly vetoedOutcome: 'Yes' | 'No' | null;
  readonly rule: {
    /** What decides the market, as `GET /v1/markets/{id}` says. */
    readonly details: string;
    /** The canonical text, as it was sent to the chain. */
    readonly condition: string;
    /** SHA-256 of that text. */
    readonly conditionHash: string;
    readonly conditionHashOnChain: string | null;
    readonly question: string;
    /** SHA-256 of the question. */
    readonly questionHash: string;
    readonly questionHashOnChain: string | null;
    readonly baseline: string | null;
    /** fact: the program read an account itself. oracle: our oracle measured. attested: it attested. */
    readonly source: 'fact' | 'oracle' | 'attested';
    readonly oracle: string | null;
    readonly fact: {
      readonly kind: 'timed' | 'state';
      readonly account: string | null;
      readonly owner: string;
      /** The last clause decides. The others make an observation valid. */
      readonly clauses: ReadonlyArray<{
        readonly offset: number;
        readonly type: 'u8' | 'u16' | 'u32' | 'u64' | 'i32' | 'i64' | 'bytes32';
        readonly comparator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte';
        /** A decimal number, or 64 hex digits for bytes32. */
        readonly value?: string;
        /** Instead of a value: this many seconds after the expiry. */
        readonly secondsAfterExpiry?: string;
      }>;
    } | null;
  };
  readonly evidenceHashOnChain: string | null;
  readonly evidence: {
    /** Canonical JSON. */
    readonly text: string;
    /** The input of the hash on chain. */
    readonly hashOf: 'account' | 'text';
    /** SHA-256 of that input, computed from this response. */
    readonly hash: string;
    readonly sampleHashes: {
      readonly count: number;
      /** The longest time without a sample while the market ran. */
      readonly longestGapSeconds: number;
      /** The root of the Merkle tree over the hashes, which is in the text. */
      readonly root: string;
    } | null;
    readonly attestation: {
      readonly outcome: 'Yes' | 'No';
      readonly evidence: string;
      readonly wallet: string;
      readonly at: string;
    } | null;
  } | null;
  readonly observations: ReadonlyArray<{
    readonly slot: number;
    readonly observedAt: string;
    readonly accounts: ReadonlyArray<{
      readonly address: string;
      readonly owner: string | null;
      readonly data: string;
      /** SHA-256 of the data. */
      readonly hash: string;
    }>;
    readonly holders?: {
      readonly mint: string;
      readonly count: string;
      readonly minimumBaseUnits: string;
      /** What the ten largest holders have together. */
      readonly largest?: string;
      readonly complete: boolean;
      /** Owners of vaults of pools, which are not holders. */
      readonly leftOut?: {
        readonly count: number;
        /** What they hold together, in base units. */
        readonly amount: string;
        readonly largest: ReadonlyArray<{
          readonly owner: string;
          readonly program: string;
          readonly name: string;
          readonly amount: string;
        }>;
      };
    };
    /** A count of launches. Each of them: `/markets/{marketId}/launches`. */
    readonly launches?: {
      readonly launchpad: string;
      readonly event: string;
      readonly from: string;
      readonly to: string;
      /** How many nodes agree. */
      readonly nodes: number;
      readonly count: number;
      /** The root of the Merkle tree over the launches, which is in the text. */
      readonly root: string;
    };
  }>;
  /** The answers of web sources that decided. */
  readonly fetches: ReadonlyArray<{
    readonly url: string;
    readonly startedAt: string;
    readonly endedAt: string;
    readonly status: number | null;
    readonly certificate: string | null;
    readonly bodyHash: string | null;
    readonly value: string | null;
    readonly failure: string | null;
  }>;
  /** The last rounds of fetches that did not decide, newest first, with truncated bodies. */
  readonly failedRounds: ReadonlyArray<{
    readonly at: string;
    readonly reason: string;
    readonly fetches: ReadonlyArray<{
      readonly url: string;
      readonly startedAt: string;
      readonly endedAt: string;
      readonly status: number | null;
      readonly certificate: string | null;
      readonly bodyHash: string | null;
      readonly value: string | null;
      readonly failure: string | null;
    }>;
  }>;
  readonly pools: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  };
  /** In the currency, exact. */
  readonly totalVolume: Decimal;
  readonly payoutRatio: {
    /** Units returned per unit staked, four decimals, rounded down. */
    readonly Yes: number;
    /** Units returned per unit staked, four decimals, rounded down. */
    readonly No: number;
  };
  readonly fees: {
    /** The burn share of the losing pool. */
    readonly burn: Decimal;
    readonly burnRate: number;
    /** The developer share of the losing pool. */
    readonly developer: Decimal;
    readonly developerRate: number;
    /** What the winners share. */
    readonly distributed: Decimal;
    readonly dust: Decimal | null;
  };
  readonly buyback: {
    /** SOL of the burn share that was sold. */
    readonly converted: Decimal;
    /** UTILITY that was burned for it. */
    readonly utilityBurned: Decimal;
    readonly complete: boolean;
  } | null;
  readonly settlement: {
    /** Wallets with a stake. */
    readonly positions: number;
    readonly credited: number;
    readonly pending: number;
    /** The sum of the credited payouts. */
    readonly paid: Decimal;
  };
  /** The page given by limit and offset. */
  readonly payouts: ReadonlyArray<Payout>;
  /** Includes only settlements of the payouts on this page. */
  readonly transactions: ReadonlyArray<{
    readonly kind: 'created' | 'resolved' | 'vetoed' | 'refunded' | 'settled' | 'closed' | 'collected' | 'bought_back';
    readonly transactionId: string;
    readonly slot: number;
    readonly at: string;
  }>;
};

export type Reserves = {
  readonly SOL: {
    /** What the vault holds on chain. */
    readonly vault: Decimal;
    /** What the vault owes on chain. */
    readonly owed: Decimal;
    /** The sum of what bettors can stake or withdraw, from the projection. */
    readonly balances: Decimal;
    /** The sum of stakes that are not settled, from the projection. */
    readonly pools: Decimal;
    /** In the currency, exact. */
    readonly fees: Decimal;
    /** Vault minus owed: donations and rounding. Negative if money is missing. */
    readonly surplus: Decimal;
    /** When vault and owed were read. Later deposits and withdrawals are not included. */
    readonly slot: number;
    /** When it was summed: at most once a second, more rarely if it takes long. */
    readonly summedAt: string;
  };
  readonly UTILITY: {
    /** What the vault holds on chain. */
    readonly vault: Decimal;
    /** What the vault owes on chain. */
    readonly owed: Decimal;
    /** The sum of what bettors can stake or withdraw, from the projection. */
    readonly balances: Decimal;
    /** The sum of stakes that are not settled, from the projection. */
    readonly pools: Decimal;
    /** In the currency, exact. */
    readonly fees: Decimal;
    /** Vault minus owed: donations and rounding. Negative if money is missing. */
    readonly surplus: Decimal;
    /** When vault and owed were read. Later deposits and withdrawals are not included. */
    readonly slot: number;
    /** When it was summed: at most once a second, more rarely if it takes long. */
    readonly summedAt: string;
  };
};

export type SandboxWallet = {
  readonly address: string;
  /** Base58 of 64 bytes, the private and the public key, as wallets import it. */
  readonly secretKey: string;
  /** Has the scopes read, bet, create and manage. */
  readonly apiKey: string;
};

export type Series = {
  readonly id: string;
  /** Its owner: the creator of its rounds, whose account has the stakes. */
  readonly wallet: string;
  /** With `{start}` and `{end}`, which become the times of the round. */
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly condition: Readonly<Record<string, unknown>> | null;
  readonly currency: 'SOL' | 'UTILITY';
  /** How long a round takes. Rounds begin at whole multiples in UTC: weeks on Monday, months (1mo) on the first. */
  readonly cadence: '1m' | '5m' | '10m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '12h' | '1d' | '1w' | '1mo';
  /** How many seconds before its start a round takes bets, at the latest. */
  readonly opensBeforeStart: number;
  /** How many seconds after its start a round stops taking bets. */
  readonly closesAfterStart: number;
  /** What the owner stakes in each round, if its account has enough. */
  readonly initialStake: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  } | null;
  /** As of its markets. A round begins after its creation, so a change is decided by samples of the oracle. */
  readonly decidedBy: 'fact' | 'samples' | 'attestation' | 'web';
  /** How long the outcome of a new round can be vetoed before it is final. */
  readonly vetoSeconds: number;
  readonly createdAt: string;
  readonly stoppedAt: string | null;
  /** How many rounds could not be opened in time and were left out. */
  readonly missedRounds: number;
};

export type SeriesDetail = {
  readonly id: string;
  /** Its owner: the creator of its rounds, whose account has the stakes. */
  readonly wallet: string;
  /** With `{start}` and `{end}`, which become the times of the round. */
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly condition: Readonly<Record<string, unknown>> | null;
  readonly currency: 'SOL' | 'UTILITY';
  /** How long a round takes. Rounds begin at whole multiples in UTC: weeks on Monday, months (1mo) on the first. */
  readonly cadence: '1m' | '5m' | '10m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '12h' | '1d' | '1w' | '1mo';
  /** How many seconds before its start a round takes bets, at the latest. */
  readonly opensBeforeStart: number;
  /** How many seconds after its start a round stops taking bets. */
  readonly closesAfterStart: number;
  /** What the owner stakes in each round, if its account has enough. */
  readonly initialStake: {
    /** In the currency, exact. */
    readonly Yes: Decimal;
    /** In the currency, exact. */
    readonly No: Decimal;
  } | null;
  /** As of its markets. A round begins after its creation, so a change is decided by samples of the oracle. */
  readonly decidedBy: 'fact' | 'samples' | 'attestation' | 'web';
  /** How long the outcome of a new round can be vetoed before it is final. */
  readonly vetoSeconds: number;
  readonly createdAt: string;
  readonly stoppedAt: string | null;
  /** How many rounds could not be opened in time and were left out. */
  readonly missedRounds: number;
  /** The round that has begun and has not ended. */
  readonly current: SeriesRound | null;
  /** The round after it. */
  readonly next: SeriesRound | null;
  /** The rounds that have ended, the last one first. */
  readonly results: ReadonlyArray<SeriesRound>;
};

export type SeriesRequest = {
  /** The yes/no question; at most 500 bytes of UTF-8. Line breaks become spaces. */
  readonly question: string;
  /** The mint of a token market. Null or omitted for a global market. */
  readonly tokenAddress?: string | null;
  readonly currency: 'SOL' | 'UTILITY';
  /** As a market has it; default: read from the question. The texts "{start}" and "{end}" become Unix seconds. A `change` without `from` begins with the round. */
  readonly condition?: Readonly<Record<string, unknown>>;
  /** How long a round takes. Rounds begin at whole multiples in UTC: weeks on Monday, months (1mo) on the first. */
  readonly cadence: '1m' | '5m' | '10m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '12h' | '1d' | '1w' | '1mo';
  /** How many seconds before its start a round takes bets, at the latest; default: when the round before it closes. */
  readonly opensBeforeStart?: number;
  /** How many seconds after its start a round stops taking bets; default: 0, because late bets rob early ones. */
  readonly closesAfterStart?: number;
  /** What the creator stakes: an amount on Yes, an amount on one outcome, or an amount on each. It lands together with the market or not at all. */
  readonly initialStake?: AmountInput | {
    readonly outcome: 'Yes' | 'No';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
  } | {
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly Yes?: AmountInput;
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly No?: AmountInput;
  };
};

export type SeriesRound = {
  readonly startsAt: string;
  /** When it ends. */
  readonly expireAt: string;
  readonly bettingClosesAt: string;
  /** planned: it is not opened yet. missed: it was never opened. */
  readonly state: 'planned' | 'open' | 'closed' | 'proposed' | 'resolved' | 'refunded' | 'missed';
  readonly marketId: string | null;
  readonly winningOutcome: 'Yes' | 'No' | null;
  readonly odds?: {
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly Yes: number;
    /** Share of the total stake, four decimals. The two sum to 1. */
    readonly No: number;
  };
  /** In the currency, exact. */
  readonly totalVolume?: Decimal;
  readonly betCount?: number;
};

export type Statement = {
  readonly wallet: string;
  readonly opening: {
    /** The balance before the first entry. */
    readonly SOL: Decimal;
    /** The balance before the first entry. */
    readonly UTILITY: Decimal;
  };
  readonly closing: {
    /** The balance after the last entry. */
    readonly SOL: Decimal;
    /** The balance after the last entry. */
    readonly UTILITY: Decimal;
  };
  /** Oldest first. */
  readonly entries: ReadonlyArray<{
    /** The time of the transaction. */
    readonly at: string;
    /** A forfeit is a remainder that was left behind when the account was closed. */
    readonly type: 'deposit' | 'payout' | 'refund' | 'bet' | 'withdrawal' | 'forfeit';
    readonly currency: 'SOL' | 'UTILITY';
    /** The change of the balance; negative if it went down. */
    readonly amount: Decimal;
    /** The balance in this currency afterwards. */
    readonly balance: Decimal;
    readonly marketId: string | null;
    readonly betId: string | null;
    /** What a bet is on. */
    readonly outcome: 'Yes' | 'No' | null;
    readonly transactionId: string;
  }>;
};

export type Stats = {
  readonly totals: {
    readonly SOL: {
      /** The stakes of all bets. */
      readonly volume: Decimal;
      readonly bets: number;
      /** How many different wallets bet. */
      readonly bettors: number;
      /** Payouts and refunds. */
      readonly paid: Decimal;
      /** Burn shares and dust of markets whose last position was paid. UTILITY is burned; SOL is sold for UTILITY first. */
      readonly burned: Decimal;
      /** Listed markets with the status `open`. */
      readonly openMarkets: number;
    };
    readonly UTILITY: {
      /** The stakes of all bets. */
      readonly volume: Decimal;
      readonly bets: number;
      /** How many different wallets bet. */
      readonly bettors: number;
      /** Payouts and refunds. */
      readonly paid: Decimal;
      /** Burn shares and dust of markets whose last position was paid. UTILITY is burned; SOL is sold for UTILITY first. */
      readonly burned: Decimal;
      /** Listed markets with the status `open`. */
      readonly openMarkets: number;
    };
  };
  /** Newest first, today included. */
  readonly days: ReadonlyArray<{
    /** In UTC. */
    readonly day: string;
    readonly totals: {
      readonly SOL: {
        /** The stakes of all bets. */
        readonly volume: Decimal;
        readonly bets: number;
        /** How many different wallets bet. */
        readonly bettors: number;
        /** Payouts and refunds. */
        readonly paid: Decimal;
        /** Burn shares and dust of markets whose last position was paid. UTILITY is burned; SOL is sold for UTILITY first. */
        readonly burned: Decimal;
      };
      readonly UTILITY: {
        /** The stakes of all bets. */
        readonly volume: Decimal;
        readonly bets: number;
        /** How many different wallets bet. */
        readonly bettors: number;
        /** Payouts and refunds. */
        readonly paid: Decimal;
        /** Burn shares and dust of markets whose last position was paid. UTILITY is burned; SOL is sold for UTILITY first. */
        readonly burned: Decimal;
      };
    };
  }>;
};

export type Transaction = {
  readonly transactionId: string;
  readonly state: 'pending' | 'confirmed' | 'finalized' | 'failed';
  readonly slot?: number;
  readonly error?: string;
  readonly errorCode?: string;
  /** The transaction that replaced it. */
  readonly replacedBy?: string;
  readonly bets: ReadonlyArray<Bet>;
};

export type Wallet = {
  readonly wallet: string;
  readonly results: {
    readonly SOL: {
      /** Payouts less stakes, after fees. Negative for a loss. */
      readonly profit: Decimal;
      /** The stakes of settled positions. */
      readonly staked: Decimal;
      /** Their payouts and refunds. */
      readonly paid: Decimal;
      /** Settled positions with a payout. */
      readonly won: number;
      /** Settled positions without one. */
      readonly lost: number;
      /** Positions that were refunded. */
      readonly refunded: number;
    };
    readonly UTILITY: {
      /** Payouts less stakes, after fees. Negative for a loss. */
      readonly profit: Decimal;
      /** The stakes of settled positions. */
      readonly staked: Decimal;
      /** Their payouts and refunds. */
      readonly paid: Decimal;
      /** Settled positions with a payout. */
      readonly won: number;
      /** Settled positions without one. */
      readonly lost: number;
      /** Positions that were refunded. */
      readonly refunded: number;
    };
  };
  readonly staked: {
    /** Stakes that are not settled. */
    readonly SOL: Decimal;
    /** Stakes that are not settled. */
    readonly UTILITY: Decimal;
  };
  /** All open ones, then those that were settled last. */
  readonly positions: ReadonlyArray<Position>;
};

export interface Operations {
  /** Check that the process runs: `GET /healthz`. */
  getHealth(input?: Record<never, never>, options?: CallOptions): Promise<{
    readonly status: 'ok';
  }>;
  /** Check that this replica can serve requests, or that writes would succeed now: `GET /readyz`. */
  getReadiness(input?: {
    /** Also check what all replicas share and requests that change something need. */
    readonly for?: 'writes';
  }, options?: CallOptions): Promise<{
    readonly status: 'ready';
    /** Each is ok, or the reason why it is not. */
    readonly checks: {
      readonly disk?: string;
      readonly database?: string;
      readonly clock?: string;
      readonly chain?: string;
      readonly chainTime?: string;
      readonly relayer?: string;
      readonly keeper?: string;
      readonly indexer?: string;
    };
    /** The code that answers. */
    readonly build: {
      readonly version: string;
      /** With -dirty if files were changed, or unknown. */
      readonly commit: string;
    };
    /** What does not work although the service is ready, and what the admin must do. */
    readonly limitations?: ReadonlyArray<string>;
  }>;
  /** Create a market, or submit a creation that the wallet signed: `POST /v1/markets`. */
  createMarket(input: MarketRequest | {
    /** A signed transaction, base64. */
    readonly transaction: string;
  }, options?: CallOptions): Promise<CreatedMarket>;
  /** List markets, newest first by default: `GET /v1/markets`. */
  listMarkets(input?: {
    /** Default: open markets and those resolved in the last 24 hours. */
    readonly status?: 'open' | 'resolved';
    /** Only markets about this token. */
    readonly tokenAddress?: string;
    /** Only markets of this wallet. */
    readonly creator?: string;
    /** Only rounds of this series. Not with `creator`. */
    readonly series?: string;
    /** Leaves out rounds of series that take no more bets. */
    readonly rounds?: 'open';
    /** Only markets with bets in this currency. */
    readonly currency?: 'SOL' | 'UTILITY';
    /** Only markets that are decided in this way. */
    readonly decidedBy?: 'fact' | 'samples' | 'attestation' | 'web';
    /** Only markets whose question has all of these words, in any order and in upper or lower case; at most 10. */
    readonly q?: string;
    /** newest: the last created first. endingSoon: what expires next, then what has expired, the last one first. volume: the greatest `totalVolume` first, whatever the currency. */
    readonly sort?: 'newest' | 'endingSoon' | 'volume';
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** Number of items to skip. */
    readonly offset?: number;
    /** The `X-Next-Cursor` of the page before, instead of an offset. Markets that are created meanwhile move nothing. */
    readonly cursor?: string;
  }, options?: CallOptions): Promise<ReadonlyArray<MarketSummary> & {
    /** The `cursor` of the next page; absent on the last page. */
    readonly nextCursor?: string;
  }>;
  /** Preview the market that this body would create; creates nothing: `POST /v1/markets/preview`. */
  previewMarket(input: {
    /** The yes/no question; at most 500 bytes of UTF-8. Line breaks become spaces. */
    readonly question: string;
    /** The mint of a token market. Null or omitted for a global market. */
    readonly tokenAddress?: string | null;
    /** Exactly Yes and No, in either order, as names or as objects with a name. */
    readonly outcomes: ReadonlyArray<'Yes' | 'No' | {
      readonly name: 'Yes' | 'No';
    }>;
    /** When the market expires, with a zone. Seconds may be left out, and fractions are dropped. */
    readonly expireAt?: string;
    readonly currency: 'SOL' | 'UTILITY';
    /** When bets stop; default: expireAt, for a value at expireAt leadSeconds before it. */
    readonly bettingClosesAt?: string;
    /** What decides the market; default: read from the question. */
    readonly condition?: Condition;
    /** How a question that nothing measures is attested; default: as it asks. */
    readonly attestation?: {
      readonly silence: 'no' | 'refund';
      /** Until when the oracle can answer; default: a day later. */
      readonly endsAt?: string;
    };
    /** What the creator stakes: an amount on Yes, an amount on one outcome, or an amount on each. It lands together with the market or not at all. */
    readonly initialStake?: AmountInput | {
      readonly outcome: 'Yes' | 'No';
      /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
      readonly amount: AmountInput;
    } | {
      /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
      readonly Yes?: AmountInput;
      /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
      readonly No?: AmountInput;
    };
    /** Ignored, so that an answer may be sent back. */
    readonly id?: unknown;
    /** Ignored, so that an answer may be sent back. */
    readonly status?: unknown;
    /** Ignored, so that an answer may be sent back. */
    readonly createdAt?: unknown;
    /** Ignored, so that an answer may be sent back. */
    readonly totalVolume?: unknown;
    /** Ignored, so that an answer may be sent back. */
    readonly bettingOpen?: unknown;
    /** If sent, what the answer will say. */
    readonly creator?: string;
    /** If sent, what the answer will say. */
    readonly feePercentage?: Readonly<Record<string, unknown>>;
    /** If sent, what the answer will say. */
    readonly details?: string;
  }, options?: CallOptions): Promise<MarketPreview>;
  /** Prepare the creation of a market as a transaction for your wallet to sign: `POST /v1/markets/prepare`. */
  prepareMarket(input: PrepareMarketRequest, options?: CallOptions): Promise<{
    /** Base64, with empty signatures, for the wallet to sign. */
    readonly transaction: string;
    readonly lastValidBlockHeight: number;
    /** What it will do. */
    readonly summary: ReadonlyArray<string>;
    readonly marketId: string;
    readonly warnings: ReadonlyArray<string>;
  }>;
  /** Get a market; with a credential also your position in it: `GET /v1/markets/{marketId}`. */
  getMarket(input: {
    readonly marketId: string;
  }, options?: CallOptions): Promise<Market>;
  /** Get what a resolved market pays you: `GET /v1/markets/{marketId}/result`. */
  getResult(input: {
    readonly marketId: string;
  }, options?: CallOptions): Promise<MarketResult>;
  /** Get the receipt of a resolved market: rule, evidence, fees, payouts, transactions: `GET /v1/markets/{marketId}/resolution`. */
  getReceipt(input: {
    readonly marketId: string;
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** Number of items to skip. */
    readonly offset?: number;
    /** Only what comes after this bettor in the list. */
    readonly after?: string;
  }, options?: CallOptions): Promise<Receipt>;
  /** List the payouts of a resolved market: `GET /v1/markets/{marketId}/payouts`. */
  listPayouts(input: {
    readonly marketId: string;
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** Number of items to skip. */
    readonly offset?: number;
    /** Only what comes after this bettor in the list. */
    readonly after?: string;
  }, options?: CallOptions): Promise<ReadonlyArray<Payout>>;
  /** List the largest positions in a market, by the sum of both stakes: `GET /v1/markets/{marketId}/positions`. */
  listPositions(input: {
    readonly marketId: string;
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
  }, options?: CallOptions): Promise<ReadonlyArray<MarketPosition>>;
  /** List the hashes of the samples that a resolved market’s evidence is about: `GET /v1/markets/{marketId}/samples`. */
  listSampleHashes(input: {
    readonly marketId: string;
    /** Number of items to skip. */
    readonly offset?: number;
  }, options?: CallOptions): Promise<ReadonlyArray<{
    readonly observedAt: string;
    /** SHA-256 of the sample as text, in the form that samples have in the evidence. */
    readonly hash: string;
  }>>;
  /** List the launches that a resolved market’s evidence counts: `GET /v1/markets/{marketId}/launches`. */
  listLaunches(input: {
    readonly marketId: string;
    /** Number of items to skip. */
    readonly offset?: number;
  }, options?: CallOptions): Promise<ReadonlyArray<{
    readonly signature: string;
    readonly mint: string;
    readonly at: string;
  }>>;
  /** List stakes and odds after each bet of a market, newest first: `GET /v1/markets/{marketId}/history`. */
  listHistory(input: {
    readonly marketId: string;
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** Number of items to skip. */
    readonly offset?: number;
    /** Only what comes after this bet in the list. */
    readonly after?: string;
    /** Instead of a page: at most this many of all bets, including the first and the last. */
    readonly points?: number;
  }, options?: CallOptions): Promise<ReadonlyArray<HistoryPoint>>;
  /** List the values of the condition that this process has measured, oldest first: `GET /v1/markets/{marketId}/values`. */
  listValues(input: {
    readonly marketId: string;
  }, options?: CallOptions): Promise<ReadonlyArray<MeasuredValue>>;
  /** Attest an event, or give the verdict of an expired market (its oracle only): `POST /v1/markets/{marketId}/attestations`. */
  attest(input: {
    readonly marketId: string;
  } & ({
    readonly outcome: 'Yes' | 'No';
    /** Evidence that the event happened. */
    readonly evidence: string;
  }), options?: CallOptions): Promise<Market>;
  /** List the markets that wait for your verdict, the most urgent first: `GET /v1/attestations`. */
  listAttestations(input?: {
    readonly status?: 'waiting';
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
  }, options?: CallOptions): Promise<ReadonlyArray<{
    readonly marketId: string;
    readonly question: string;
    readonly tokenAddress: string | null;
    /** What decides the market: the rule in at most 200 characters, an empty line, its exact terms. Once it is refunded: another empty line, and why. */
    readonly details: string;
    readonly expireAt: string;
    /** The deadline for your verdict. After that all stakes are refunded. */
    readonly endsAt: string;
  }>>;
  /** Start a series: a market that is opened again and again: `POST /v1/series`. */
  createSeries(input: SeriesRequest, options?: CallOptions): Promise<Series>;
  /** List the series that run, then those stopped last; at most 100: `GET /v1/series`. */
  listSeries(input?: Record<never, never>, options?: CallOptions): Promise<ReadonlyArray<Series>>;
  /** Get a series with its current and next round and the last 20 results: `GET /v1/series/{seriesId}`. */
  getSeries(input: {
    readonly seriesId: string;
  }, options?: CallOptions): Promise<SeriesDetail>;
  /** Stop a series: its open rounds go on, and no more are opened: `DELETE /v1/series/{seriesId}`. */
  stopSeries(input: {
    readonly seriesId: string;
  }, options?: CallOptions): Promise<Series>;
  /** Place a bet, or submit one that the wallet signed: `POST /v1/markets/{marketId}/bets`. */
  placeBet(input: {
    readonly marketId: string;
  } & ({
    readonly outcome: 'Yes' | 'No';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
    readonly currency?: 'SOL' | 'UTILITY';
    /** The bet is placed only if its side, with this stake, would pay at least this much per unit staked, as `payoutRatio` shows it; more than four decimals are rounded up. The program checks it when the bet lands. With an empty other side the ratio is 1. Later bets can still lower it. A dishonest service that bets for the wallet could leave the minimum out; a bet that the wallet signs has it in its bytes. */
    readonly minPayoutRatio?: number | string;
  } | {
    /** A signed transaction, base64. */
    readonly transaction: string;
  }), options?: CallOptions): Promise<BetConfirmation>;
  /** List the bets of a market, newest first: `GET /v1/markets/{marketId}/bets`. */
  listMarketBets(input: {
    readonly marketId: string;
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** Number of items to skip. */
    readonly offset?: number;
    /** Only what comes after this bet in the list. */
    readonly after?: string;
  }, options?: CallOptions): Promise<ReadonlyArray<Bet>>;
  /** Prepare a bet, with all that the wallet lacks for it, as one transaction to sign: `POST /v1/markets/{marketId}/bets/prepare`. */
  prepareBet(input: {
    readonly marketId: string;
  } & PrepareBetRequest, options?: CallOptions): Promise<PreparedTransaction>;
  /** Prepare the veto of an outcome as a transaction for the guardian to sign: `POST /v1/markets/{marketId}/veto/prepare`. */
  prepareVeto(input: {
    readonly marketId: string;
  } & ({
    /** The guardian, if the request has no credential. */
    readonly wallet?: string;
    /** Who pays the fee. The relayer pays up to a limit per wallet and day. With `wallet`, the wallet is the fee payer and also pays all rent, and there is no limit. */
    readonly feePayer?: 'relayer' | 'wallet';
    /** For wallets that know only version 0: what does not fit it is refused. By default it becomes a transaction of version 1. */
    readonly transactionVersion?: 0;
  }), options?: CallOptions): Promise<PreparedTransaction>;
  /** Report a market to the operator of this service: `POST /v1/markets/{marketId}/reports`. */
  reportMarket(input: {
    readonly marketId: string;
  } & {
    /** What is wrong with it. */
    readonly reason: string;
  }, options?: CallOptions): Promise<{
    readonly reported: boolean;
  }>;
  /** Hide a market from lists, search and cards, and take no bets in it (operators only): `POST /v1/markets/{marketId}/hidden`. */
  hideMarket(input: {
    readonly marketId: string;
  } & {
    /** A sentence that everybody sees. */
    readonly reason: string;
  }, options?: CallOptions): Promise<HiddenMarket>;
  /** Show a hidden market again (operators only): `DELETE /v1/markets/{marketId}/hidden`. */
  unhideMarket(input: {
    readonly marketId: string;
  }, options?: CallOptions): Promise<HiddenMarket>;
  /** List what the operator hid, the newest 1,000 first, also what is shown again: `GET /v1/hidden-markets`. */
  listHiddenMarkets(input?: Record<never, never>, options?: CallOptions): Promise<ReadonlyArray<HiddenMarket>>;
  /** Get a bet and its state: `GET /v1/bets/{betId}`. */
  getBet(input: {
    readonly betId: string;
  }, options?: CallOptions): Promise<Bet>;
  /** Get your balances, delegate and positions: `GET /v1/account`. */
  getAccount(input?: Record<never, never>, options?: CallOptions): Promise<Account>;
  /** Get everything that changed your balances in a period, as JSON or CSV: `GET /v1/account/statement`. */
  getStatement(input: {
    /** Only what happened from then on. Default: from the beginning. */
    readonly from?: string;
    /** Only what happened before. Default: until now. */
    readonly to?: string;
    readonly format: 'csv';
  }, options?: CallOptions): Promise<string>;
  /** Get everything that changed your balances in a period, as JSON or CSV: `GET /v1/account/statement`. */
  getStatement(input?: {
    /** Only what happened from then on. Default: from the beginning. */
    readonly from?: string;
    /** Only what happened before. Default: until now. */
    readonly to?: string;
    readonly format?: 'json';
  }, options?: CallOptions): Promise<Statement>;
  /** Prepare an account transaction for your wallet to sign: `POST /v1/account/transactions`. */
  prepareAccountTransaction(input: PrepareAccountRequest, options?: CallOptions): Promise<PreparedTransaction>;
  /** What a page hands to `solana:signIn` of a wallet: `GET /v1/sign-in`. */
  getSignIn(input?: Record<never, never>, options?: CallOptions): Promise<{
    /** The host of the page that asks, if it may; or ours. */
    readonly domain: string;
    readonly statement: string;
    readonly uri: string;
    readonly version: string;
    readonly chainId: string;
    /** Valid for 5 minutes and once. */
    readonly nonce: string;
    readonly issuedAt: string;
    readonly expirationTime: string;
    /** The scopes of the key. Leave some out, or add one. */
    readonly resources: ReadonlyArray<string>;
  }>;
  /** Get an API key of 7 days for a message of `solana:signIn`: `POST /v1/sign-in`. */
  signIn(input: {
    /** The wallet that has signed. */
    readonly wallet: string;
    /** The `signedMessage` of the wallet, base64. */
    readonly message: string;
    /** The signature, base58 or base64. */
    readonly signature: string;
  }, options?: CallOptions): Promise<{
    readonly wallet: string;
    /** Shown only once. Store it. */
    readonly key: string;
    readonly id: string;
    readonly name: string;
    readonly scopes: ReadonlyArray<'read' | 'bet' | 'create' | 'attest' | 'manage' | 'operate'>;
    readonly createdAt: string;
    readonly expiresAt: string | null;
    readonly lastUsedAt: string | null;
    readonly revoked: boolean;
  }>;
  /** Revoke the keys of all sign-ins of your wallet; with one of them, or `manage`: `DELETE /v1/sign-in`. */
  signOutEverywhere(input?: Record<never, never>, options?: CallOptions): Promise<ReadonlyArray<ApiKey>>;
  /** Create an API key for your wallet: `POST /v1/api-keys`. */
  createApiKey(input: ApiKeyRequest, options?: CallOptions): Promise<CreatedApiKey>;
  /** List the API keys of your wallet, without their secrets: `GET /v1/api-keys`. */
  listApiKeys(input?: Record<never, never>, options?: CallOptions): Promise<ReadonlyArray<ApiKey>>;
  /** Revoke an API key and the keys that it made, permanently: `DELETE /v1/api-keys/{keyId}`. */
  revokeApiKey(input: {
    readonly keyId: string;
  }, options?: CallOptions): Promise<ApiKey>;
  /** Get test funds (embedded chain only): `POST /v1/faucet`. */
  useFaucet(input: {
    readonly currency: 'SOL' | 'UTILITY';
    /** A number or a decimal string, read digit by digit. Only what doubles lose is corrected, in a number: 0.30000000000000004 is 0.3. */
    readonly amount: AmountInput;
  }, options?: CallOptions): Promise<{
    readonly balances: {
      /** In the currency, exact. */
      readonly SOL: Decimal;
      /** In the currency, exact. */
      readonly UTILITY: Decimal;
    };
    readonly transactionId: string;
  }>;
  /** Submit a prepared transaction that the wallet signed: `POST /v1/transactions`. */
  submitTransaction(input: {
    /** A signed transaction, base64. */
    readonly transaction: string;
  }, options?: CallOptions): Promise<Transaction>;
  /** Get a transaction, its state and its bets: `GET /v1/transactions/{transactionId}`. */
  getTransaction(input: {
    readonly transactionId: string;
  }, options?: CallOptions): Promise<Transaction>;
  /** Get addresses, limits, the time of the chain and who holds which key: `GET /v1/config`. */
  getConfig(input?: Record<never, never>, options?: CallOptions): Promise<Config>;
  /** Get what the vaults hold and owe on chain, and the sums in the projection: `GET /v1/reserves`. */
  getReserves(input?: Record<never, never>, options?: CallOptions): Promise<Reserves>;
  /** Get the positions and results of a wallet, which are public: `GET /v1/wallets/{address}`. */
  getWallet(input: {
    readonly address: string;
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** The `X-Next-Cursor` of the page before. */
    readonly cursor?: string;
  }, options?: CallOptions): Promise<Wallet & {
    /** The `cursor` of the next page; absent on the last page. */
    readonly nextCursor?: string;
  }>;
  /** List the wallets with the highest profits after fees: `GET /v1/leaderboard`. */
  getLeaderboard(input?: {
    /** When positions were settled, in days of UTC. day: today. week: today and the six days before. */
    readonly window?: 'day' | 'week' | 'all';
    /** The currency of the profits. */
    readonly currency?: 'SOL' | 'UTILITY';
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** The `X-Next-Cursor` of the page before. */
    readonly cursor?: string;
  }, options?: CallOptions): Promise<ReadonlyArray<Leader> & {
    /** The `cursor` of the next page; absent on the last page. */
    readonly nextCursor?: string;
  }>;
  /** List the latest bets, outcomes and payouts of all markets, newest first: `GET /v1/activity`. */
  listActivity(input?: {
    /** Only bets, outcomes of markets or payouts. */
    readonly type?: 'bet' | 'outcome' | 'payout';
    /** Page size. Above 100 it counts as 100. */
    readonly limit?: number;
    /** Only what is older than the event with this id, as `X-Next-Cursor` names it. */
    readonly cursor?: string;
  }, options?: CallOptions): Promise<ReadonlyArray<FeedEvent> & {
    /** The `cursor` of the next page; absent on the last page. */
    readonly nextCursor?: string;
  }>;
  /** Get the volume, bettors, payouts and burned amounts, in total and by day: `GET /v1/stats`. */
  getStats(input?: {
    /** How many days are listed, with today. */
    readonly days?: number;
  }, options?: CallOptions): Promise<Stats>;
  /** Move the time of the chain forward (sandbox only): `POST /v1/sandbox/clock`. */
  advanceClock(input: {
    /** Seconds to move forward. */
    readonly advanceSeconds: number;
  }, options?: CallOptions): Promise<{
    /** The time of the chain afterwards. */
    readonly now: string;
  }>;
  /** Create a wallet that can bet at once (sandbox only): `POST /v1/sandbox/wallets`. */
  createSandboxWallet(input?: Record<never, never>, options?: CallOptions): Promise<SandboxWallet>;
  /** Create a webhook: events are posted to your address: `POST /v1/webhooks`. */
  createWebhook(input: {
    /** Where events are posted. Must be a public HTTPS URL. */
    readonly url: string;
    /** Only events of these types; default: all. */
    readonly types?: ReadonlyArray<'market.created' | 'bet.pending' | 'bet.confirmed' | 'bet.failed' | 'odds.changed' | 'market.closed' | 'attestation.wanted' | 'market.proposed' | 'market.vetoed' | 'market.resolved' | 'market.refunded' | 'position.settled' | 'settlement.progress' | 'settlement.finished' | 'account.deposited' | 'account.withdrawn' | 'delegate.changed' | 'transaction.finalized' | 'config.announced' | 'config.applied' | 'config.cancelled' | 'keys.disabled'>;
    /** Only events of these markets; default: all. */
    readonly markets?: ReadonlyArray<string>;
    /** Only what concerns your wallet or the markets in which it has a stake, like the filter `wallet` of the streams. Not with `markets`. */
    readonly ownWallet?: boolean;
  }, options?: CallOptions): Promise<{
    /** Shown only now. Store it. Begins with whsec_. */
    readonly secret: string;
    readonly id: string;
    readonly url: string;
    /** Null: all. */
    readonly types: ReadonlyArray<string> | null;
    /** Null: all. */
    readonly markets: ReadonlyArray<string> | null;
    readonly ownWallet: boolean;
    /** Ended: nothing more is sent. */
    readonly state: 'active' | 'failing' | 'ended';
    readonly endReason: string | null;
    readonly createdAt: string;
    readonly endedAt: string | null;
    /** Everything up to this event was sent. */
    readonly lastEventId: string;
    /** Failed attempts to deliver the next event. */
    readonly failures: number;
    readonly nextTryAt: string | null;
    readonly previousSecretUntil: string | null;
  }>;
  /** List the webhooks of your wallet, without their secrets: `GET /v1/webhooks`. */
  listWebhooks(input?: Record<never, never>, options?: CallOptions): Promise<ReadonlyArray<{
    readonly id: string;
    readonly url: string;
    /** Null: all. */
    readonly types: ReadonlyArray<string> | null;
    /** Null: all. */
    readonly markets: ReadonlyArray<string> | null;
    readonly ownWallet: boolean;
    /** Ended: nothing more is sent. */
    readonly state: 'active' | 'failing' | 'ended';
    readonly endReason: string | null;
    readonly createdAt: string;
    readonly endedAt: string | null;
    /** Everything up to this event was sent. */
    readonly lastEventId: string;
    /** Failed attempts to deliver the next event. */
    readonly failures: number;
    readonly nextTryAt: string | null;
    readonly previousSecretUntil: string | null;
  }>>;
  /** List the last 50 attempts to deliver to a webhook, newest first: `GET /v1/webhooks/{webhookId}/deliveries`. */
  listDeliveries(input: {
    readonly webhookId: string;
  }, options?: CallOptions): Promise<ReadonlyArray<{
    readonly eventId: string;
    readonly type: string;
    readonly attempt: number;
    readonly at: string;
    readonly tookMs: number;
    /** HTTP status of the answer; null if there was none. */
    readonly status: number | null;
    /** Null: the event was taken. */
    readonly failure: string | null;
  }>>;
  /** Get a new secret; for a day, events are also signed with the old one: `POST /v1/webhooks/{webhookId}/secret`. */
  rotateWebhookSecret(input: {
    readonly webhookId: string;
  }, options?: CallOptions): Promise<{
    /** Shown only now. Store it. Begins with whsec_. */
    readonly secret: string;
    readonly id: string;
    readonly url: string;
    /** Null: all. */
    readonly types: ReadonlyArray<string> | null;
    /** Null: all. */
    readonly markets: ReadonlyArray<string> | null;
    readonly ownWallet: boolean;
    /** Ended: nothing more is sent. */
    readonly state: 'active' | 'failing' | 'ended';
    readonly endReason: string | null;
    readonly createdAt: string;
    readonly endedAt: string | null;
    /** Everything up to this event was sent. */
    readonly lastEventId: string;
    /** Failed attempts to deliver the next event. */
    readonly failures: number;
    readonly nextTryAt: string | null;
    readonly previousSecretUntil: string | null;
  }>;
  /** Delete a webhook and stop sending to it: `DELETE /v1/webhooks/{webhookId}`. */
  deleteWebhook(input: {
    readonly webhookId: string;
  }, options?: CallOptions): Promise<{
    readonly id: string;
    readonly url: string;
    /** Null: all. */
    readonly types: ReadonlyArray<string> | null;
    /** Null: all. */
    readonly markets: ReadonlyArray<string> | null;
    readonly ownWallet: boolean;
    /** Ended: nothing more is sent. */
    readonly state: 'active' | 'failing' | 'ended';
    readonly endReason: string | null;
    readonly createdAt: string;
    readonly endedAt: string | null;
    /** Everything up to this event was sent. */
    readonly lastEventId: string;
    /** Failed attempts to deliver the next event. */
    readonly failures: number;
    readonly nextTryAt: string | null;
    readonly previousSecretUntil: string | null;
  }>;
}
