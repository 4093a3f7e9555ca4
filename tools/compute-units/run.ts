// `npm run program:cu`: measures the cost of every instruction and writes docs/compute-units.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { listMissed, measureAll, renderDocument, renderTable } from './document.ts';

if (process.argv.length > 2) {
  console.log(`Usage: npm run program:cu
  Runs every instruction on the VM and writes docs/compute-units.md. Prints bets and settlements.`);
} else {
  const measurements = measureAll();
  const { bets, betBatches, settlements } = measurements;
  console.log([bets, betBatches, settlements].map(renderTable).join('\n'));
  for (const target of listMissed(measurements)) console.error(`FAILED: ${target}`);
  const page = join(root, 'docs/compute-units.md');
  writeFileSync(page, renderDocument(readFileSync(page, 'utf8'), measurements));
}
