import { type EventName, type ToteEvent, verdictName } from '@tote/program-client';

export const REPLAYED = 'place_bets (replayed)';

const REASONS = ['none', 'nobody_won', 'deadline', 'veto', 'oracle_disabled'] as const;

/** What the sequences did and which states they reached, to prove that they reach all of them. */
export class Statistics {
  sequences = 0;
  comparisons = 0;
  discrepancy = 0n;
  commands = 0;
  readonly #reached = new Map<string, number>();

  count(kind: string, events: readonly (ToteEvent | null)[] = []): void {
    this.commands += 1;
    for (const event of events) if (event) this.#see(kind, event);
  }

  countRefused(error: string): void {
    this.commands += 1;
    this.reach(`refused: ${error}`);
  }

  reach(state: string): void {
    this.#reached.set(state, (this.#reached.get(state) ?? 0) + 1);
  }

  #see(kind: string, event: ToteEvent): void {
    const state = stateOf(event);
    if (state) this.reach(state);
    if (event.name === 'BetsPlaced') {
      const what = kind === REPLAYED ? 'replayed bet' : 'bet';
      for (const { verdict } of event.bets) this.reach(`${what}: ${verdictName(verdict)}`);
    }
    if (event.name === 'PositionsSettled') {
      for (const { verdict } of event.positions) this.reach(`settle: ${verdictName(verdict)}`);
    }
    if (event.name === 'MarketClosed' && !event.accountClosed) {
      this.reach('fees moved before the expiry');
    }
  }

  /** States that were reached more rarely than the minimums for 1,000 sequences demand. */
  missing(minimums: Readonly<Record<string, number>>): string[] {
    return Object.entries(minimums)
      .map(([state, each]) => ({ state, needed: Math.ceil((each * this.sequences) / 1_000) }))
      .filter(({ state, needed }) => (this.#reached.get(state) ?? 0) < needed)
      .map(({ state, needed }) => `${state}: ${this.#reached.get(state) ?? 0} of ${needed}`);
  }

  /** As text: how much was done, and the states that were reached. */
  describe(title: string): string {
    const reached = [...this.#reached].sort().map(([state, times]) => `${state} ${times}`);
    return (
      `${title}: ${this.sequences} sequences, ${this.commands} commands, ` +
      `${this.comparisons} accounts compared, ${this.discrepancy} base units of discrepancy\n` +
      `reached: ${reached.join(', ')}`
    );
  }
}

function stateOf(event: ToteEvent): string | false | undefined {
  switch (event.name) {
    case 'BetsPlaced':
      return (
        event.accepted > 0 && event.accepted < event.bets.length && 'batches with mixed verdicts'
      );
    case 'MarketResolved':
      return event.refundReason !== 0 && 'refunds: nobody_won';
    case 'MarketRefunded':
    case 'MarketVetoed':
      return `refunds: ${REASONS[event.refundReason]} (${event.name})`;
    case 'MarketClosed':
      return event.dust > 0n && 'dust above 0';
    case 'Withdrawn':
      return event.swept && 'sweeps';
    case 'ConfigAnnounced':
      return event.applied ? 'changes without a delay' : 'changes that wait';
    default:
      return STATES[event.name];
  }
}

const STATES: Partial<Record<EventName, string>> = {
  BoughtBack: 'buybacks',
  ConfigApplied: 'changes applied after their delay',
  ConfigCancelled: 'changes cancelled',
  KeysDisabled: 'keys disabled',
};
