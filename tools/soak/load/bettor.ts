// A wallet that bets in all kinds of markets, with and without Idempotency-Key, repeats requests,
// and withdraws. Each of its bets has another amount, by which it is found on chain.
import type { Answer } from '../../../service/test/faults/support/api.ts';
import { Chance } from '../chance.ts';
import type { Result } from '../check.ts';
import { betFacts } from '../read-chain.ts';
import type { Wallet } from '../setups/setup.ts';
import { ask, askUntilDecided, type LoadContext, pause } from './clients.ts';
import { withdraw } from './withdraw.ts';

const THINK_MS = 200;
const STAKE_LAMPORTS = 1_000_000;
/** Bets that are repeated later. */
const KEPT = 50;

interface BetIntent {
  readonly marketId: string;
  readonly outcome: 'Yes' | 'No';
  readonly lamports: number;
  readonly key: string | undefined;
}

interface KeptBet extends BetIntent {
  readonly text: string;
}

export class BettorClient {
  readonly #context: LoadContext;
  readonly #name: string;
  readonly #wallet: Wallet;
  /** The account of the wallet in the program. */
  readonly #bettor: string;
  readonly #kept: KeptBet[] = [];

  constructor(context: LoadContext, name: string, wallet: Wallet, bettor: string) {
    this.#context = context;
    this.#name = name;
    this.#wallet = wallet;
    this.#bettor = bettor;
  }

  async run(): Promise<void> {
    const { seed, stopping } = this.#context;
    for (let step = 1; !stopping.aborted; step += 1) {
      const chance = new Chance(seed, `${this.#name} ${step}`);
      await pause(chance.between(0, THINK_MS), stopping);
      await this.#act(step, chance);
    }
  }

  async #act(step: number, chance: Chance): Promise<void> {
    const which = chance.next();
    const bet = this.#chooseBet(step, chance);
    const key = `${this.#name} ${step}`;
    if (which < 0.6) await this.#betWithKey({ ...bet, key }, chance);
    else if (which < 0.65) await this.#betTwiceAtOnce({ ...bet, key }, chance);
    else if (which < 0.85) await this.#betWithoutKey(bet, chance);
    else if (which < 0.92) await this.#repeat(chance);
    else if (which < 0.96)
      await ask(this.#context, chance, 'GET', '/account', { as: this.#wallet });
    else await withdraw(this.#context, chance, this.#wallet, this.#bettor, step);
  }

  #chooseBet(step: number, chance: Chance): BetIntent {
    const { hot, many, short } = this.#context.markets;
    const which = chance.next();
    const list = which < 0.4 || (which > 0.75 && short.length === 0) ? [hot] : many;
    return {
      marketId: chance.pick(which > 0.75 && short.length > 0 ? short : list),
      outcome: chance.pick(['Yes', 'No'] as const),
      lamports: STAKE_LAMPORTS + step,
      key: undefined,
    };
  }

  #send(bet: BetIntent, chance: Chance): Promise<Answer | undefined> {
    const { marketId, outcome, lamports, key } = bet;
    return ask(this.#context, chance, 'POST', `/markets/${marketId}/bets`, {
      as: this.#wallet,
      body: { outcome, amount: `0.${String(lamports).padStart(9, '0')}` },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  }

  /** As a careful client: the same request until there is an answer. */
  async #betWithKey(bet: BetIntent, chance: Chance): Promise<void> {
    const answer = await askUntilDecided(this.#context, chance, () => this.#send(bet, chance));
    this.#note(bet, answer, 'undecided');
  }

  async #betTwiceAtOnce(bet: BetIntent, chance: Chance): Promise<void> {
    const { record } = this.#context;
    const send = () => askUntilDecided(this.#context, chance, () => this.#send(bet, chance));
    const [one, other] = await Promise.all([send(), send()]);
    this.#note(bet, one ?? other, 'undecided');
    // Refusals are not stored, so only a bet that was placed has one answer.
    const isPlaced = [one, other].some((answer) => answer?.status === 201);
    if (isPlaced && one && other && one.text !== other.text) {
      record.changedAnswers += 1;
      record.addExample(`twice at once: ${one.text}, and ${other.text}`);
    }
  }

  /** Without a key nobody may ask again: without an answer the result stays unknown. */
  async #betWithoutKey(bet: BetIntent, chance: Chance): Promise<void> {
    const answer = await this.#send(bet, chance);
    if (answer?.status !== 202) return this.#note(bet, answer, 'unanswered');
    const state = await this.#follow(answer.body.betId, chance);
    if (state === 'confirmed') this.#note(bet, { ...answer, status: 201 }, 'undecided');
    else this.#add(bet, state === 'failed' ? 'refused' : 'undecided');
  }

  /** Until the bet is decided; undefined: it never was. */
  async #follow(betId: string, chance: Chance): Promise<string | undefined> {
    const { ending } = this.#context;
    while (!ending.aborted) {
      const answer = await ask(this.#context, chance, 'GET', `/bets/${betId}`);
      if (answer?.status === 200 && answer.body.state !== 'pending') return answer.body.state;
      await pause(500, ending);
    }
    return undefined;
  }

  /** A request that was answered before gets the same answer. */
  async #repeat(chance: Chance): Promise<void> {
    const { record } = this.#context;
    const [bet] = this.#kept.length > 0 ? [chance.pick(this.#kept)] : [];
    const answer = bet && (await this.#send(bet, chance));
    if (!bet || !answer || [429, 503].includes(answer.status) || answer.text === bet.text) return;
    record.changedAnswers += 1;
    record.addExample(`repeated: ${bet.text}, and then ${answer.status} ${answer.text}`);
  }

  #note(bet: BetIntent, answer: Answer | undefined, without: Result): void {
    if (answer?.status === 201) {
      const { betId } = answer.body;
      this.#context.record.addBet(betId);
      this.#add(bet, 'acknowledged', betFacts({ ...bet, betId }));
      if (bet.key !== undefined) this.#kept.push({ ...bet, text: answer.text });
      if (this.#kept.length > KEPT) this.#kept.shift();
      return;
    }
    const isRefused =
      answer &&
      (answer.status < 500 || (answer.status === 503 && answer.code !== 'result_unknown'));
    this.#add(bet, isRefused ? 'refused' : without);
  }

  #add({ lamports }: BetIntent, result: Result, facts?: string): void {
    const mark = `${this.#bettor} ${lamports}`;
    this.#context.record.add({ kind: 'bet', mark, result, ...(facts !== undefined && { facts }) });
  }
}
