// A small fake of the whole service in memory. The HTTP layer is tested against it here, and
// against the real service in the conformance tests.
import { type Address, address } from '@solana/kit';
import { readCondition } from '@tote/conditions/read-condition';
import {
  type Amount,
  addStake,
  amount,
  type Currency,
  checkMarketTimes,
  DomainError,
  defaultRefundAt,
  EMPTY_POOLS,
  type Outcome,
  parseAmount,
  parseJsonNumberText,
  parseOutcome,
  type Scope,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { Caller } from '../../../src/auth/caller.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import type { Receipt } from '../../../src/use-cases/receipt.ts';
import type {
  AmountText,
  BetRecord,
  Commands,
  CreateMarketInput,
  Idempotency,
  Queries,
  Readiness,
  ServiceConfig,
} from '../../../src/use-cases/use-cases.ts';
import { SIGN_IN, WEBHOOK, webhookCommands } from './memory-access.ts';
import { ALICE, BOB, CONFIG, CREATED, NOW, PROGRAM, SIGNATURE } from './memory-config.ts';
import { LEDGER_QUERIES } from './memory-ledger.ts';
import { TRUST } from './trust.ts';

export { ALICE, BOB, NOW };

const CONDITION = '{"tokenAddress":null,"type":"attested","version":1}';

export interface Call {
  readonly name: string;
  readonly caller: Caller | null;
  readonly input: unknown;
  readonly idempotency: Idempotency | undefined;
}

export class MemoryService {
  readonly markets = new Map<string, MarketView>();
  readonly bets: BetRecord[] = [];
  /** Calls of commands, in order. */
  readonly calls: Call[] = [];
  config: ServiceConfig = CONFIG;
  now: UnixSeconds = NOW;
  readiness: Readiness = { database: null };
  writeReadiness: Readiness = { database: null, chain: null };
  /** Makes the next bet fail with an unexpected error. */
  fault: Error | null = null;
  betState: BetRecord['state'] = 'confirmed';
  version = 0;

  addMarket(fields: Partial<MarketView> = {}): MarketView {
    const view: MarketView = { ...this.#newMarket(), ...fields };
    this.markets.set(view.id, view);
    this.version += 1;
    return view;
  }

  #newMarket(): MarketView {
    const marketAddress = addressOf(this.markets.size + 1);
    const expiresAt = unixSeconds(NOW + 3_600);
    return {
      id: `market_${marketAddress}`,
      address: marketAddress,
      creator: ALICE,
      question: 'Will it rain?',
      tokenAddress: null,
      condition: CONDITION,
      parsedCondition: readCondition(CONDITION),
      currency: 'SOL',
      source: 0 as MarketView['source'],
      subject: PROGRAM,
      factOwner: PROGRAM,
      isTriggered: true,
      isLatched: false,
      isInverted: false,
      isGated: true,
      takesFactAccount: false,
      isCustom: false,
      mismatch: null,
      minimumStake: amount(100_000n),
      feeRates: { burnBps: 500, developerBps: 500 },
      vetoSeconds: 0,
      createdAt: NOW,
      closesAt: expiresAt,
      expiresAt,
      refundAt: defaultRefundAt(expiresAt),
      sequence: 0n,
      pools: EMPTY_POOLS,
      bets: 0,
      end: null,
      createdSignature: SIGNATURE,
    };
  }

  readonly commands: Commands = {
    createMarket: async (caller, input, idempotency) => {
      this.#record('createMarket', caller, input, idempotency);
      return this.#createMarket(caller.wallet, input);
    },
    createSignedMarket: async (caller, input, idempotency) => {
      this.#record('createSignedMarket', caller, input, idempotency);
      return { market: this.addMarket(), ...CREATED };
    },
    placeBet: async (caller, input, idempotency) => {
      this.#record('placeBet', caller, input, idempotency);
      return this.#placeBet(caller.wallet, input);
    },
    placeSignedBet: async (caller, input, idempotency) => {
      this.#record('placeSignedBet', caller, input, idempotency);
      const stake = { text: '1', isJsonNumber: false };
      return this.#placeBet(ALICE, { marketId: input.marketId, outcome: 'Yes', amount: stake });
    },
    previewMarket: async (input) => {
      this.#record('previewMarket', null, input, undefined);
      return this.#previewMarket({ expiresAt: this.now, ...input });
    },
    prepareBet: async (wallet, input) => this.#prepare('prepareBet', wallet, input),
    prepareVeto: async (wallet, input) => this.#prepare('prepareVeto', wallet, input),
    prepareMarket: async (wallet, input) => ({
      ...this.#prepare('prepareMarket', wallet, input),
      marketId: `market_${PROGRAM}`,
      warnings: [],
    }),
    prepareAccount: async (wallet, input) => this.#prepare('prepareAccount', wallet, input),
    submitTransaction: async (caller, input, idempotency) => {
      this.#record('submitTransaction', caller, input, idempotency);
      return { transactionId: SIGNATURE, state: 'confirmed', slot: 9n, bets: [] };
    },
    offerSignIn: () => SIGN_IN,
    signIn: async (signed, idempotency) => {
      this.#record('signIn', null, signed, idempotency);
      const input = { name: 'page', scopes: ['read'] as const, expiresAt: null };
      return { wallet: signed.wallet, key: 'tote_secret', record: apiKeyRecord(input) };
    },
    createApiKey: async (caller, input, idempotency) => {
      this.#record('createApiKey', caller, input, idempotency);
      return { key: 'tote_secret', record: apiKeyRecord(input) };
    },
    revokeApiKey: async (caller, id) => {
      this.#record('revokeApiKey', caller, id, undefined);
      return {
        ...apiKeyRecord({ name: 'bot', scopes: ['bet'], expiresAt: null }),
        isRevoked: true,
      };
    },
    ...webhookCommands((...call) => this.#record(...call)),
    attest: async (caller, input, idempotency) => {
      this.#record('attest', caller, input, idempotency);
      if (input.outcome !== 'Yes') throw new DomainError('attestation_invalid');
      return this.#getMarket(input.marketId);
    },
    useFaucet: async (caller, input, idempotency) => {
      this.#record('useFaucet', caller, input, idempotency);
      const value = readAmount(input.amount, input.currency);
      const balances = { SOL: amount(0n), UTILITY: amount(0n), [input.currency]: value };
      return { balances, transactionId: SIGNATURE };
    },
    advanceClock: async (seconds) => {
      this.now = unixSeconds(this.now + seconds);
      return this.now;
    },
  };

  readonly queries: Queries = {
    config: () => this.config,
    getTrust: async () => TRUST,
    now: () => this.now,
    version: () => this.version,
    findMarket: async (id) => this.markets.get(id),
    listAwaitingVerdict: async () => [],
    listMarkets: async ({ status, limit, offset }) => {
      const markets = [...this.markets.values()]
        .reverse()
        .filter(({ end }) => status === undefined || (end === null) === (status === 'open'));
      const nextCursor = markets.length > offset + limit ? 'next' : null;
      return { markets: markets.slice(offset, offset + limit), nextCursor };
    },
    findPosition: async (marketId, wallet) => {
      const isHis = this.bets.some((bet) => bet.marketId === marketId && bet.wallet === wallet);
      if (!isHis) return undefined;
      const { id, question, pools, currency } = this.#getMarket(marketId);
      const payout = null;
      const stakes = { stakes: pools, payoutIfYes: pools.yes, payoutIfNo: pools.no, payout };
      return { marketId: id, question, currency, ...stakes, status: 'open' };
    },
    findBet: async (betId) => this.bets.find((bet) => bet.betId === betId),
    listMarketBets: async ({ marketId, limit, offset }) => {
      const { id } = this.#getMarket(marketId);
      return this.bets.filter((bet) => bet.marketId === id).slice(offset, offset + limit);
    },
    listHistory: async ({ marketId }) =>
      this.bets
        .filter((bet) => bet.marketId === marketId)
        .map((bet, index) => ({ ...bet, sequence: BigInt(index + 1) })),
    thinHistory: async (marketId, points) =>
      (await this.queries.listHistory({ marketId, limit: points, offset: 0 })).slice(0, points),
    findTransaction: async (signature) =>
      signature === SIGNATURE
        ? { transactionId: SIGNATURE, state: 'finalized', slot: 9n, bets: this.bets }
        : undefined,
    getAccount: async (wallet) => ({
      wallet,
      balances: { SOL: amount(18_446_744_073_709_551_615n), UTILITY: amount(1n) },
      staked: { SOL: amount(0n), UTILITY: amount(0n) },
      delegate: {
        address: PROGRAM,
        expiresAt: unixSeconds(NOW + 60),
        allowance: { SOL: amount(5n), UTILITY: amount(0n) },
      },
      autoWithdraw: false,
      isOpen: true,
      slots: { total: 16, used: 0 },
      positions: [],
    }),
    ...LEDGER_QUERIES,
    getResult: async (marketId) => {
      const { id, currency, end } = this.#getMarket(marketId);
      if (end === null) throw new DomainError('result_not_ready', { readyAt: 'later' });
      const result = { yourWinnings: amount(1_360_000_001n), claimable: false, isRefunded: false };
      return {
        marketId: id,
        currency,
        winningOutcome: end.outcome,
        resolvedAt: end.resolvedAt,
        ...result,
      };
    },
    getReceipt: async ({ marketId }) => this.#receiptOf(marketId),
    listPayouts: async ({ marketId, limit, offset }) =>
      this.#receiptOf(marketId).payouts.slice(offset, offset + limit),
    listSampleHashes: async ({ marketId, offset }) => {
      this.#receiptOf(marketId);
      return [{ at: NOW, hash: new Uint8Array(32) }].slice(offset);
    },
    getReserves: async () => ({ SOL: reserves(3n), UTILITY: reserves(-1n) }),
    listApiKeys: async () => [apiKeyRecord({ name: 'bot', scopes: ['bet'], expiresAt: NOW })],
    listWebhooks: async () => [WEBHOOK],
    listDeliveries: async () => [],
    findResolutionStatus: async () => ({
      waitingFor: 'the oracle',
      lastFailure: null,
      nextTryAt: unixSeconds(NOW + 7_200),
    }),
    checkReadiness: async () => this.readiness,
    checkWrites: async () => this.writeReadiness,
  };

  #receiptOf(marketId: string): Receipt {
    const market = this.#getMarket(marketId);
    const { end, pools, question, condition } = market;
    if (end === null) throw new DomainError('result_not_ready', { readyAt: 'later' });
    const at = { signature: SIGNATURE, slot: 9n, at: NOW };
    const by = { source: 'attested', oracle: PROGRAM } as const;
    const hashes = { questionHash: question, conditionHash: condition };
    const payout = amount(18_446_744_073_709_551_615n);
    return {
      ...{ market, end, evidence: null, failedRounds: [], vetoedOutcome: null, buyback: null },
      rule: { ...by, ...hashes, onChain: hashes, fact: null, baseline: null },
      settlement: { positions: 2, credited: 1, paid: payout },
      payouts: [
        { wallet: ALICE, bettor: BOB, stakes: pools, payout, credited: at },
        { wallet: null, bettor: BOB, stakes: pools, payout: amount(0n), credited: null },
      ],
      transactions: [{ kind: 'created', ...at }],
    };
  }

  #record(
    name: string,
    caller: Caller | null,
    input: unknown,
    idempotency: Idempotency | undefined,
  ): void {
    this.calls.push({ name, caller, input, idempotency });
    if (this.fault !== null) throw this.fault;
  }

  #prepare(name: string, wallet: Address, input: unknown) {
    this.calls.push({ name, caller: null, input: { wallet, input }, idempotency: undefined });
    return { transaction: 'AAAA', lastValidBlockHeight: 150n, summary: ['It does something.'] };
  }

  #createMarket(creator: Address, input: CreateMarketInput) {
    const { expiresAt, closesAt = expiresAt } = input;
    const times = { closesAt, expiresAt, refundAt: defaultRefundAt(expiresAt) };
    checkMarketTimes(times, this.now);
    const stake = input.initialStake;
    const pools = stake
      ? addStake(EMPTY_POOLS, stake.outcome, readAmount(stake.amount, input.currency))
      : EMPTY_POOLS;
    const { question, tokenAddress, currency } = input;
    const fields = { question, tokenAddress, currency, creator, pools, ...times };
    return { market: this.addMarket(fields), ...CREATED };
  }

  #previewMarket({ question, tokenAddress, currency, expiresAt }: CreateMarketInput) {
    const market = { ...this.#newMarket(), question, tokenAddress, currency, expiresAt };
    const decider = { account: PROGRAM, program: null };
    const warnings = ['Nothing is certain.'];
    const progress = { current: '0.10', target: '2', unit: 'USD' };
    return { market, decider, isMet: false, progress, sources: null, warnings, suggestions: [] };
  }

  #placeBet(
    wallet: Address,
    input: { marketId: string; outcome: string; amount: AmountText; currency?: Currency },
  ): BetRecord {
    const market = this.#getMarket(input.marketId);
    const outcome: Outcome = parseOutcome(input.outcome);
    const stake = readAmount(input.amount, market.currency);
    const pools = addStake(market.pools, outcome, stake);
    if (this.betState === 'confirmed') {
      this.markets.set(market.id, { ...market, pools, bets: market.bets + 1 });
      this.version += 1;
    }
    const bet: BetRecord = {
      betId: `bet_${wallet}_1_${this.bets.length + 1}`,
      marketId: market.id,
      wallet,
      outcome,
      amount: stake,
      currency: market.currency,
      state: this.betState,
      transactionId: SIGNATURE,
      pools,
      placedAt: this.now,
    };
    this.bets.push(bet);
    return bet;
  }

  #getMarket(marketId: string): MarketView {
    const market = this.markets.get(marketId);
    if (market === undefined) throw new DomainError('market_not_found', { marketId });
    return market;
  }
}

function readAmount({ text, isJsonNumber }: AmountText, currency: Currency): Amount {
  const decimals = CONFIG.decimals[currency];
  const value = isJsonNumber ? parseJsonNumberText(text, decimals) : parseAmount(text, decimals);
  if (value < CONFIG.minimumStake[currency]) {
    throw new DomainError('stake_below_minimum', { minimum: '0.0001 SOL' });
  }
  return value;
}

function addressOf(index: number): Address {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const tail = `${digits[Math.floor(index / 58) % 58]}${digits[index % 58]}`;
  return address(`4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWz${tail}`);
}

function apiKeyRecord(input: {
  name: string;
  scopes: readonly Scope[];
  expiresAt: UnixSeconds | null;
}) {
  return { id: 'key_1', ...input, createdAt: NOW, lastUsedAt: null, isRevoked: false };
}

function reserves(surplus: bigint) {
  const none = amount(0n);
  return {
    vault: none,
    owed: none,
    balances: none,
    pools: none,
    fees: none,
    surplus,
    slot: 7n,
    summedAt: NOW,
  };
}
