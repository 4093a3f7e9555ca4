import { type ToteEvent, verdictName } from '@tote/program-client';

export const REPLAYED = 'place_bets (replayed)';

const REASONS = ['none', 'nobody_won', 'deadline', 'veto', 'oracle_disabled'] as const;

/** What the sequences did and which states they reached, to prove that they reach all of them. */
export class Statistics {
  sequences = 0;
  comparisons = 0;
  discrepancy = 0n;
  readonly #commands = new Map<string, { succeeded: number; refused: number }>();
  readonly #reached = new Map<string, number>();

  count(kind: string, events: readonly (ToteEvent | null)[] = []): void {
    this.#countsOf(kind).succeeded += 1;
    for (const event of events) if (event) this.#see(kind, event);
  }

  countRefused(kind: string, error: string): void {
    this.#countsOf(kind).refused += 1;
    this.reach(`refused: ${error}`);
  }

  #countsOf(kind: string): { succeeded: number; refused: number } {
    const counts = this.#commands.get(kind) ?? { succeeded: 0, refused: 0 };
    this.#commands.set(kind, counts);
    return counts;
  }

  reach(state: string, times = 1): void {
    if (times > 0) add(this.#reached, state, times);
  }

  #see(kind: string, event: ToteEvent): void {
    switch (event.name) {
      case 'BetsPlaced': {
        const what = kind === REPLAYED ? 'replayed bet' : 'bet';
        for (const { verdict } of event.bets) this.reach(`${what}: ${verdictName(verdict)}`);
        const isMixed = event.accepted > 0 && event.accepted < event.bets.length;
        if (isMixed) this.reach('batches with mixed verdicts');
        return;
      }
      case 'PositionsSettled':
        for (const { verdict } of event.positions) this.reach(`settle: ${verdictName(verdict)}`);
        return;
      case 'MarketResolved':
        if (event.refundReason !== 0) this.reach('refunds: nobody_won');
        return;
      case 'MarketRefunded':
      case 'MarketVetoed':
        this.reach(`refunds: ${REASONS[event.refundReason]} (${event.name})`);
        return;
      case 'MarketClosed':
        if (event.dust > 0n) this.reach('dust above 0');
        if (!event.accountClosed) this.reach('fees moved before the expiry');
        return;
      case 'Withdrawn':
        if (event.swept) this.reach('sweeps');
        return;
      case 'BoughtBack':
        this.reach('buybacks');
        return;
      case 'ConfigAnnounced':
        this.reach(event.applied ? 'changes without a delay' : 'changes that wait');
        return;
      case 'ConfigApplied':
        this.reach('changes applied after their delay');
        return;
      case 'ConfigCancelled':
        this.reach('changes cancelled');
        return;
      case 'KeysDisabled':
        this.reach('keys disabled');
        return;
      default:
        return;
    }
  }

  /** States that were reached too rarely: for each 1,000 sequences so many are needed. */
  missing(minimums: Readonly<Record<string, number>>): string[] {
    return Object.entries(minimums)
      .map(([state, each]) => ({ state, needed: Math.ceil((each * this.sequences) / 1_000) }))
      .filter(({ state, needed }) => (this.#reached.get(state) ?? 0) < needed)
      .map(({ state, needed }) => `${state}: ${this.#reached.get(state) ?? 0} of ${needed}`);
  }

  /** As text: for each command how often it succeeded and was refused, and the states reached. */
  describe(title: string): string {
    const counts = [...this.#commands].sort();
    const total = counts.reduce((sum, [, { succeeded, refused }]) => sum + succeeded + refused, 0);
    return [
      `${title}: ${this.sequences} sequences, ${total} commands, ${this.comparisons} accounts ` +
        `compared, ${this.discrepancy} base units of discrepancy`,
      'commands (succeeded / refused)',
      ...wrap(counts.map(([kind, { succeeded, refused }]) => `${kind} ${succeeded} / ${refused}`)),
      'reached',
      ...wrap([...this.#reached].sort().map(([state, times]) => `${state} ${times}`)),
    ].join('\n');
  }
}

function add(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

const COLUMNS = 100;

function wrap(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = `${last}, ${part}`;
    if (last !== undefined && longer.length <= COLUMNS) lines.splice(-1, 1, longer);
    else lines.push(`  ${part}`);
  }
  return lines;
}
