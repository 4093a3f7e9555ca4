// Renders docs/compute-units.md, with the limits of what the program may cost.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { COMPUTE_UNITS_MAX, type Measurement } from './measure.ts';
import { SLOTS, SLOTS_TAKEN } from './scene.ts';
import type { Measurements } from './tables.ts';

const introduction = ({ budgetBytes }: Measurements) => `# What the program costs

Written by \`npm run program:cu\`, which runs every instruction of \`program/tote.so\` on the VM
(LiteSVM, mainnet's rules). A test fails when this page is out of date or misses a target. Compute
units are an interface: whoever calls the program sets limits by them.

How it is measured:

- Bettors have ${SLOTS} slots, of which ${SLOTS_TAKEN} are taken by positions in other markets,
  and the slot hints are right (checked). A wrong hint costs a look through the slots.
- Stakes and pools are above 32 bits, so that payouts take the 128-bit division. Both outcomes have
  stakes.
- *Compute units* are those of the program's own instructions, what they call included; *each* is
  per bet or position.
- *Bytes* are of a v0 transaction (v1 where it says so) with nothing else in it. A compute unit
  limit and price would add ${budgetBytes} bytes.
- *Lamports* are the network fee, 5,000 per signature, per bet or position.
- Keys are fixed. With others, instructions that look for an address (\`open_bettor\`,
  \`create_market\`, \`withdraw\` of UTILITY) cost 1,500 more for every bump that they have to try.
`;

const WORST = `## Worst cases

Bettors have 1,024 slots, the most there can be, and all are taken but the last, by positions in
other markets. Hints say the first slot, which is wrong. Transactions ask for 1,400,000 compute
units, the most there can be, and their bytes include that. A first bet looks through the slots
twice: for the market, and for a free one.
`;

export function renderDocument(measurements: Measurements): string {
  const { bets, betBatches, settlements, others, worst } = measurements;
  return [
    introduction(measurements),
    renderTargets(listTargets(measurements)),
    '## Bets\n',
    renderTable(bets),
    "Batches, placed by the bettors' delegate:\n",
    renderTable(betBatches),
    '## Settlement\n\nWinners and losers in turn, unless it says otherwise. The keeper pays.\n',
    renderTable(settlements),
    '## The other instructions\n\nThe most expensive variant of each that the tests call. Whoever signs first pays.\n',
    renderTable(others),
    WORST,
    renderTable(worst),
  ].join('\n');
}

type Target = readonly [what: string, sign: '<=' | '>=', limit: number, measured: number];

const isMet = ([, sign, limit, measured]: Target) =>
  sign === '<=' ? measured <= limit : measured >= limit;

function listTargets(measurements: Measurements): readonly Target[] {
  const { bets, betBatches, settlements, worst } = measurements;
  const [first, adding] = ['first in the market', 'adding'].map((which) =>
    find(bets, `delegate's bet, ${which}`),
  ) as [Measurement, Measurement];
  const batch = find(betBatches, '16 bettors, first');
  const batchAdding = find(betBatches, '16 bettors, adding');
  const most = find(betBatches, 'first in the market, the most in 1,232 bytes');
  const [inV0, inV1] = ['the most in 1,232 bytes', 'the most in a v1 transaction'].map(
    (which) => find(settlements, which).count,
  ) as [number, number];
  // Not of the transaction that also deposits, which calls the System program.
  const placing = [...bets, ...betBatches].filter(({ what }) => !what.startsWith('deposit'));
  const calls = Math.max(...placing.map(({ callCount }) => callCount));
  const each = ({ computeUnits, count }: Measurement) => computeUnits / count;
  return [
    ["compute units of a delegate's bet, adding to the position", '<=', 1_070, each(adding)],
    ["compute units of a delegate's bet, first in the market", '<=', 1_070, each(first)],
    ['compute units per bet in a batch of 16, adding', '<=', 365, each(batchAdding)],
    ['compute units per bet in a batch of 16, first', '<=', 365, each(batch)],
    ['bettors in one transaction of 1,232 bytes', '>=', 15, most.count],
    ['lamports of network fee per bet in a batch of 16', '<=', 400, batch.feeLamports / 16],
    [
      "accounts written to by a delegate's bet, besides the fee payer",
      ...(['<=', 2, first.writableCount] as const),
    ],
    ['calls of other programs in place_bets', '<=', 0, calls],
    ...['20 positions', '25 positions', '25 winners'].map((size): Target => {
      const measured = each(find(settlements, size));
      return [`compute units per settled position, ${size}`, '<=', 300, measured];
    }),
    ['positions in one transaction of 1,232 bytes', '>=', 25, inV0],
    ['positions in one v1 transaction', '>=', inV0 + 1, inV1],
    ['bytes of program/tote.so', '<=', 80_000, statSync(join(root, 'program/tote.so')).size],
    [
      'compute units of the worst case',
      ...(['<=', COMPUTE_UNITS_MAX] as const),
      Math.max(...worst.map(({ computeUnits }) => computeUnits)),
    ],
  ];
}

export const listMissed = (measurements: Measurements) =>
  listTargets(measurements)
    .filter((target) => !isMet(target))
    .map((target) => target.join(' '));

function find(measurements: readonly Measurement[], part: string): Measurement {
  const found = measurements.filter(({ what }) => what.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} measurements are of "${part}"`);
  return found[0] as Measurement;
}

function renderTargets(targets: readonly Target[]): string {
  const rows = targets.map((target) => {
    const [what, sign, limit, measured] = target;
    const result = isMet(target) ? 'ok' : '**FAILED**';
    return `| ${what} | ${sign} ${format(limit)} | ${format(measured)} | ${result} |`;
  });
  const head = '| target | limit | measured | |\n|---|---:|---:|---|';
  return `## Targets\n\n${head}\n${rows.join('\n')}\n`;
}

function renderTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ what, count, computeUnits, sizeBytes, feeLamports }) => {
    const cells = [computeUnits, computeUnits / count, sizeBytes, feeLamports / count];
    return `| ${[what, ...cells.map(format)].join(' | ')} |`;
  });
  const head = '| what | compute units | each | bytes | lamports |\n|---|---:|---:|---:|---:|';
  return `${head}\n${rows.join('\n')}\n`;
}

/** With commas, and one decimal where there is one. */
function format(value: number): string {
  const [whole = '', fraction] = (Math.round(value * 10) / 10).toString().split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction ? `${grouped}.${fraction}` : grouped;
}
