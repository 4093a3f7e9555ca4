// Renders docs/benchmarks.md.

import { renderBets } from './render-bets.ts';
import { renderCli } from './render-cli.ts';
import { renderCluster } from './render-cluster.ts';
import { renderDisk, renderGrowth, renderMemory, renderReads, renderStart } from './render-data.ts';
import { renderIndexing } from './render-indexing.ts';
import { renderBurst, renderPayouts, renderResolutions } from './render-keeper.ts';
import { renderPages } from './render-pages.ts';
import { renderQuestions } from './render-questions.ts';
import { renderReplicas } from './render-replicas.ts';
import { renderWebhooks } from './render-webhooks.ts';
import type { Results } from './results.ts';
import { paragraph } from './table.ts';

export interface Machine {
  readonly cores: number;
  /** Whether the load has a processor of its own. */
  readonly isLoadAlone: boolean;
  readonly node: string;
}

/** The titles of the sections, in the order of the page. */
export const TITLES = [
  ...['Bets, 64 connections', 'Reads, 64 connections', 'Start', 'Command line', 'Growth'],
  ...['Memory', 'Disk'],
  ...['From the expiry to the outcome', 'From the outcome to the money'],
  ...['Bets while markets expire', 'Reading questions', 'Bets while webhooks are called'],
  ...['Bets while pages are open', 'Bets on a cluster', 'Reading a long history'],
  'Replicas',
];

/** Sections that were not measured are omitted. */
export function render(machine: Machine, runs: number, results: Partial<Results>): string {
  const { bets, reads, start, cli, growth, memory, disk } = results;
  const { resolutions, payouts, burst, questions, webhooks, pages } = results;
  const { cluster, indexing, replicas } = results;
  return [
    '# What the service does per second',
    '',
    ...renderHead(machine, runs),
    '',
    ...(bets ? renderBets(bets) : []),
    ...(reads ? renderReads(reads) : []),
    ...(start ? renderStart(start) : []),
    ...(cli ? renderCli(cli) : []),
    ...(growth ? renderGrowth(growth) : []),
    ...(memory ? renderMemory(memory) : []),
    ...(disk ? renderDisk(disk) : []),
    ...(resolutions ? renderResolutions(resolutions) : []),
    ...(payouts ? renderPayouts(payouts) : []),
    ...(burst ? renderBurst(burst) : []),
    ...(questions ? renderQuestions(questions) : []),
    ...(webhooks ? renderWebhooks(webhooks) : []),
    ...(pages ? renderPages(pages) : []),
    ...(cluster ? renderCluster(cluster) : []),
    ...(indexing ? renderIndexing(indexing) : []),
    ...(replicas ? renderReplicas(replicas) : []),
  ].join('\n');
}

function renderHead({ cores, isLoadAlone, node }: Machine, runs: number): string[] {
  const sharing = isLoadAlone
    ? 'the load has a processor of its own'
    : 'servers and load share the processors';
  const median = runs === 1 ? 'from one run' : `the median of ${runs} runs`;
  return [
    ...paragraph(
      `Written by \`npm run bench\` on ${cores} cores, Node ${node}; ${sharing}. Every number is ` +
        `${median}. Compare the ratios; the absolute numbers are this machine's. Every bet is ` +
        'signed, executed by the real program, on disk and confirmed before its answer. All ' +
        'servers run compiled, as `npm start` does.',
    ),
    '',
    ...paragraph(
      '**The echo** is Fastify alone, which checks a body like that of a bet and answers with ' +
        'the same bytes as the service: what HTTP itself costs. Reads can beat it, because the ' +
        'service keeps the bytes of an answer that has not changed, while the echo makes them ' +
        'again for each request.',
    ),
    '',
    ...paragraph(
      '**The chain alone** is the embedded chain behind Fastify: the same bets in the same ' +
        'batches, signed, executed and durable, without credentials, journal, rows and events. ' +
        '**The naive server** is what people usually write.',
    ),
    '',
    ...paragraph(
      '**Processor time** is the user and system time of the process of the server, all threads ' +
        'together, for each answered request. It says more than the rate, for which load and ' +
        'server compete on a small machine.',
    ),
  ];
}
