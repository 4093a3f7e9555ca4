// `npm run program:features`: finds the features of the runtime that the program needs and writes
// them where `tote doctor` reads them. With --check it writes nothing and fails if the file is not
// current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { findNeeded } from './find-features.ts';
import { renderFeatures } from './render.ts';

const PATH = 'packages/cli/src/deploy/doctor/program-features.ts';
const file = join(root, PATH);
const source = renderFeatures(findNeeded());

if (!process.argv.includes('--check')) {
  writeFileSync(file, source);
} else if (readFileSync(file, 'utf8') !== source) {
  console.error(`${PATH} is not current. Run \`npm run program:features\`.`);
  process.exitCode = 1;
}
