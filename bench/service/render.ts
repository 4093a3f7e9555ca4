// Renders docs/benchmarks.md.

import { renderBets } from './render-bets.ts';
import { renderGrowth, renderMemory, renderReads, renderStart } from './render-data.ts';
import { renderBurst, renderPayouts, renderResolutions } from './render-keeper.ts';
import type { Results } from './results.ts';

export interface Machine {
  readonly cores: number;
  /** Whether the load has a processor of its own. */
  readonly isLoadAlone: boolean;
  readonly node: string;
}

/** Sections that were not measured are omitted. */
export function render(machine: Machine, runs: number, results: Partial<Results>): string {
  const { bets, reads, start, growth, memory, resolutions, payouts, burst } = results;
  return [
    '# What the service does per second',
    '',
    ...renderHead(machine, runs),
    '',
    ...(bets ? renderBets(bets) : []),
    ...(reads ? renderReads(reads) : []),
    ...(start ? renderStart(start) : []),
    ...(growth ? renderGrowth(growth) : []),
    ...(memory ? renderMemory(memory) : []),
    ...(resolutions ? renderResolutions(resolutions) : []),
    ...(payouts ? renderPayouts(payouts) : []),
    ...(burst ? renderBurst(burst) : []),
  ].join('\n');
}

function renderHead({ cores, isLoadAlone, node }: Machine, runs: number): string[] {
  const sharing = isLoadAlone
    ? 'the load has a processor of its own'
    : 'servers and load share the processors';
  return [
    `Written by \`npm run bench\` on ${cores} cores, Node ${node}; ${sharing}. Every number is the`,
    `median of ${runs === 1 ? 'one run' : `${runs} runs`}. Compare the ratios; the absolute`,
    "numbers are this machine's. Every bet is signed, executed by the real program, on disk and",
    'confirmed before its answer.',
    '',
    '**The echo** is Fastify alone: it checks a body like that of a bet and answers with the same',
    'bytes as the service, so it is what HTTP itself costs. Reads can beat it, because the service',
    'keeps the bytes of an answer that has not changed, while the echo makes them for each request.',
    '',
    '**The chain alone** is the embedded chain behind Fastify: the same bets in the same batches,',
    'signed, executed and durable, but without credentials, journal, rows and events. It is what a',
    'bet costs before the service does anything. **The naive server** is what people usually write.',
    '',
    '**Processor time** is what the process of the server used in user and system mode, all threads',
    'together, divided by the answered requests. It does not depend on who else uses the machine,',
    'as the rate does.',
  ];
}
