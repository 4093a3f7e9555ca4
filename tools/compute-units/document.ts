// Renders docs/compute-units.md from the measurements.
import type { Measurement } from './measurement.ts';
import type { Measurements } from './measurements.ts';
import { SLOTS, SLOTS_TAKEN } from './scene.ts';
import { isMet, listTargets, type Target } from './targets.ts';

const introduction = ({ budgetBytes }: Measurements) => `# What the program costs

Written by \`npm run program:cu\`, which runs every instruction of \`program/tote.so\` on the VM
(LiteSVM, mainnet's rules). A test fails when this page is out of date or misses a target. Compute
units are an interface: whoever calls the program sets limits by them.

How it is measured:

- Bettors have ${SLOTS} slots, of which ${SLOTS_TAKEN} are taken by positions in other markets,
  and the slot hints are right (checked). A wrong hint costs a look through the slots.
- Stakes and pools are above 32 bits, so that payouts take the 128-bit division. Both outcomes have
  stakes.
- Questions have 60 characters. The timed fact is the Pyth rule with its 10 clauses.
- *Compute units* are those of the program's own instructions, what they call included; *each* is
  per bet or position.
- *Bytes* are of a v0 transaction with one signature per signer and nothing else in it (v1 where it
  says so). The delegate, the keeper, or whoever else signs, pays the fee. A compute unit limit and
  price would add ${budgetBytes} bytes.
- *Lamports* are the network fee, 5,000 per signature, per bet or position; priority fees come on
  top.
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
  const { bets, betBatches, settlements, markets, bettors, administration } = measurements;
  const { worst } = measurements;
  return [
    introduction(measurements),
    renderTargets(listTargets(measurements)),
    '## Bets\n',
    renderTable(bets),
    "Batches, placed by the bettors' delegate:\n",
    renderTable(betBatches),
    '## Settlement\n\nWinners and losers in turn, unless it says otherwise. The keeper pays.\n',
    renderTable(settlements),
    '## Markets\n',
    renderTable(markets),
    '## Bettors\n',
    renderTable(bettors),
    '## Configuration and fees\n',
    renderTable(administration),
    WORST,
    renderTable(worst),
  ].join('\n');
}

function renderTargets(targets: Target[]): string {
  const rows = targets.map((target) => {
    const { what, kind, limit, measured } = target;
    const result = isMet(target) ? 'ok' : '**FAILED**';
    const sign = kind === 'max' ? '<=' : '>=';
    return `| ${what} | ${sign} ${format(limit)} | ${format(measured)} | ${result} |`;
  });
  const head = '| target | limit | measured | |\n|---|---:|---:|---|';
  return `## Targets\n\n${head}\n${rows.join('\n')}\n`;
}

function renderTable(measurements: Measurement[]): string {
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
