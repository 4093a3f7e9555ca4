// `npm run program:cu`: measures the cost of every instruction and writes docs/compute-units.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { renderDocument } from './document.ts';
import { measureAll } from './measurements.ts';
import { isMet, listTargets } from './targets.ts';

const FILE = join(root, 'docs/compute-units.md');

const USAGE = `Usage: npm run program:cu [-- --check]
  Runs every instruction on the VM and writes docs/compute-units.md.
  --check   writes nothing; exits 1 if the document is out of date`;

function run(args: string[]): number {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const unknown = args.filter((argument) => argument !== '--check');
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(' ')}\n${USAGE}`);
    return 1;
  }
  const measurements = measureAll();
  const document = renderDocument(measurements);
  for (const target of listTargets(measurements)) {
    if (!isMet(target)) console.error(`FAILED: ${target.what}: ${target.measured}`);
  }
  if (!args.includes('--check')) {
    writeFileSync(FILE, document);
    return 0;
  }
  if (readFileSync(FILE, 'utf8') === document) return 0;
  console.error('docs/compute-units.md is out of date: npm run program:cu');
  return 1;
}

process.exitCode = run(process.argv.slice(2));
