// The command `npm run exit-page`.
import '../ensure-installed.mjs';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildFolder, EXIT_PAGE, ensureCompiled, PAGE } from './ensure-compiled.mjs';

const page = dirname(ensureCompiled(PAGE).get(PAGE.entryPoints[0]));
const folder = buildFolder('exit');
const file = join(folder, EXIT_PAGE);
mkdirSync(folder, { recursive: true });
copyFileSync(join(page, EXIT_PAGE), file);
const bytes = readFileSync(file);
const hash = createHash('sha256').update(bytes).digest('hex');
console.log(`${relative(process.cwd(), file)} (${Math.ceil(bytes.length / 1024)} KiB)
SHA-256 ${hash}`);
