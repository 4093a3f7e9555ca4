// Places a bet that we sign as the wallet's delegate.
import { DomainError, requireEndWithin, requireOpen } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { CommandContext } from '../submissions/context.ts';
import {
  awaitFinal,
  findReference,
  type Idempotency,
  isServerError,
  type KeyedRequest,
} from '../submissions/idempotency.ts';
import { type BetRecord, toDomainError } from '../submissions/records.ts';
import { listBetRecords } from '../submissions/submit-transaction.ts';
import { submitPrepared } from '../submissions/wallet/submit.ts';
import { type BetOutcome, BetTicket } from './bet.ts';
import type { BetGroups } from './bet-groups.ts';
import type { BetContext } from './bettor-cache.ts';
import {
  checkBet,
  checkBettor,
  findBettor,
  type PlaceBetInput,
  refuseLowRatio,
} from './check-bet.ts';

const RETRY_SECONDS = 1;
const STORING_MS = 50;

export class BetPlacer {
  readonly #context: BetContext;
  readonly #groups: BetGroups;

  constructor(context: BetContext, groups: BetGroups) {
    this.#context = context;
    this.#groups = groups;
  }

  async place(caller: Caller, input: PlaceBetInput, idempotency?: Idempotency) {
    if (!idempotency) return this.#finish(await this.#placeNew(caller, input, undefined));
    let outcome: BetOutcome;
    try {
      outcome = await this.#placeNew(caller, input, idempotency);
    } catch (error) {
      // An earlier request with this key may have placed the bet when it was still possible.
      const record = await this.#findEarlier(caller, input, idempotency);
      if (!record) throw error;
      return this.#finish(record);
    }
    if (outcome !== 'taken') return this.#finish(outcome);
    // The key existed a moment ago. If it does not now, it has expired since.
    return this.#finish((await this.#findEarlier(caller, input, idempotency)) ?? 'taken');
  }

  async #placeNew(caller: Caller, input: PlaceBetInput, request: KeyedRequest | undefined) {
    const { chain, config, findCachedMarket, findMarket, refuseHalted } = this.#context;
    const { wallet } = caller;
    const { marketId } = input;
    // Awaits only what is not in memory: every turn of the event loop costs.
    const market = findCachedMarket(marketId) ?? (await findMarket(marketId));
    if (!market) throw new DomainError('market_not_found', { marketId });
    const stake = checkBet(market, input, config.decimals[market.currency]);
    const now = chain.clock.now();
    requireOpen(market, now);
    requireEndWithin(config.onChain().horizonSeconds, market.expiresAt, now);
    refuseHalted(market.id);
    // Whether the delegate can pay is checked for its group.
    config.refuseUnlandable('wallet');
    const reading = refuseLowRatio(this.#context, market, stake);
    if (reading) await reading;
    const needs = { wallet, market, amount: stake.amount };
    const bettor = findBettor(this.#context, needs) ?? (await checkBettor(this.#context, needs));
    const ticket = new BetTicket();
    // The spread is last: V8 takes microseconds for each property after it.
    this.#groups.place({ wallet, market, bettor, request, ticket, ...stake });
    return await this.#wait(ticket);
  }

  /** The result of the first request with this key. If that was a server error, places it again. */
  async #findEarlier(caller: Caller, input: PlaceBetInput, idempotency: Idempotency) {
    const { db } = this.#context.store;
    const reference = await findReference(db, caller.wallet, idempotency);
    if (reference === undefined) return undefined;
    const record = await this.#follow(reference);
    if (!record?.error || !isServerError(record.error)) return record;
    const request = { ...idempotency, takesOver: reference };
    const outcome = await this.#placeNew(caller, input, request);
    if (outcome !== 'taken') return outcome;
    const other = await findReference(db, caller.wallet, idempotency);
    return other === undefined ? undefined : this.#follow(other);
  }

  async #follow(betId: string): Promise<BetRecord | undefined> {
    // Nothing is decided while the chain is unreachable, so answer "pending" at once.
    const waitMs = this.#context.chain.isAway() ? 0 : this.#context.confirmWaitMs;
    const ticket = this.#groups.findTicket(betId);
    const outcome = ticket && (await this.#wait(ticket, waitMs));
    if (outcome && outcome !== 'taken') return outcome;
    return awaitFinal<BetRecord | undefined>(
      () => this.#context.findBet(betId),
      (found) => found?.state !== 'pending',
      waitMs,
    );
  }

  #wait(ticket: BetTicket, waitMs = this.#context.confirmWaitMs): Promise<BetOutcome> {
    return new Promise((resolve, reject) => {
      const end = () => {
        const pending = ticket.answerPending();
        if (pending) resolve(pending);
        // It is not stored and never will be, so the caller may retry.
        else if (ticket.cancel()) {
          reject(new DomainError('service_overloaded', { seconds: RETRY_SECONDS }));
        } else timer = setTimeout(end, STORING_MS);
      };
      let timer = setTimeout(end, waitMs);
      ticket.listen((decision) => {
        clearTimeout(timer);
        if ('error' in decision) reject(decision.error);
        else resolve(decision.outcome);
      });
    });
  }

  #finish(outcome: BetOutcome): BetRecord {
    if (outcome === 'taken') throw new DomainError('idempotency_key_busy');
    if (outcome.error) throw toDomainError(outcome.error, outcome.transactionId);
    return outcome;
  }
}

export async function placeSignedBet(
  context: CommandContext,
  caller: Caller | null,
  input: { readonly marketId: string; readonly transaction: string },
  idempotency?: Idempotency,
): Promise<BetRecord> {
  const { marketId, transaction } = input;
  const submission = await submitPrepared(context, {
    caller,
    transaction,
    idempotency,
    checkPurpose(prepared) {
      if (prepared.kind !== 'bet') throw mismatch('it is not a bet');
      if (prepared.market_id !== marketId) throw mismatch('it is a bet in another market');
    },
  });
  const { signature, result } = submission;
  if ('error' in result) throw toDomainError(result.error, signature);
  const [bet] = await listBetRecords(context, submission);
  if (!bet) throw mismatch('it is not a bet');
  return bet;
}

function mismatch(reason: string): DomainError {
  return new DomainError('transaction_mismatch', { reason });
}
