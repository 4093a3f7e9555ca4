import '../ensure-installed.mjs';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildFolder, EXIT_PAGE, ensurePage } from './ensure-compiled.mjs';

const page = ensurePage();
const folder = buildFolder('exit');
const file = join(folder, EXIT_PAGE);
mkdirSync(folder, { recursive: true });
copyFileSync(join(page, EXIT_PAGE), file);
const bytes = readFileSync(file);
const hash = createHash('sha256').update(bytes).digest('hex');
console.log(`${relative(process.cwd(), file)} (${Math.ceil(bytes.length / 1024)} KiB)
SHA-256 ${hash}`);
