// `npm run packages:build`: makes the packages that are published, in build/packages/, and checks
// them.
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../root.ts';
import { buildPackages } from './build-packages.ts';
import { findFaults } from './find-faults.ts';
import { PUBLISHED } from './published.ts';

const built = await buildPackages(PUBLISHED, join(root, 'build/packages'));
for (const each of built) {
  const faults = await findFaults(each);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  const kib = Math.ceil(statSync(each.tarball).size / 1024);
  console.log(`${relative(root, each.tarball)} ${kib} KiB`);
}
