// Writes idl/tote.json and packages/program-client/src/generated from idl/tote.ts.
// With --check it writes to a temporary folder instead and fails if the committed files differ.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { renderVisitor } from '@codama/renderers-js';
import { createFromRoot } from 'codama';
import { tote } from '../idl/tote.ts';

const ROOT = resolve(import.meta.dirname, '..');
const IDL_FILE = 'idl/tote.json';
const CLIENT_FOLDER = 'packages/program-client/src/generated';

// The renderer writes error numbers and messages but no names. Verdicts need the names.
function renderErrorNames(): string {
  const rows = (tote.program.errors ?? []).map(({ code, name }) => {
    return `  ${code}: '${name.charAt(0).toUpperCase()}${name.slice(1)}',`;
  });
  return `// Written by tools/generate-client.ts. Do not edit.
export const ERROR_NAMES = {
${rows.join('\n')}
} as const;
`;
}

// The renderer imports the types of seeds as values, which strict ESM cannot load.
async function repairTypeImports(clientFolder: string) {
  for (const name of await listFiles(join(clientFolder, 'accounts'))) {
    const file = join(clientFolder, 'accounts', name);
    const text = await readFile(file, 'utf8');
    const repaired = text.replace(/import \{[^}]*\} from '\.\.\/pdas';/, (line) =>
      line.replace(/\b(\w+Seeds)\b/, 'type $1'),
    );
    if (repaired !== text) await writeFile(file, repaired);
  }
}

async function generate(target: { idlFile: string; clientFolder: string }) {
  const codama = createFromRoot(tote);
  const idl = JSON.stringify(JSON.parse(codama.getJson()), null, 2);
  await writeFile(target.idlFile, `${idl}\n`);
  await codama.accept(
    renderVisitor(target.clientFolder, {
      deleteFolderBeforeRendering: true,
      prettierOptions: { singleQuote: true, printWidth: 100, tabWidth: 2 },
    }),
  );
  await repairTypeImports(target.clientFolder);
  await writeFile(join(target.clientFolder, 'errorNames.ts'), renderErrorNames());
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function isSame(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([left, right].map((path) => readFile(path).catch(() => null)));
  return a != null && b != null && a.equals(b);
}

/** The committed files that differ from the output of the current IDL. */
async function findDrift(fresh: { idlFile: string; clientFolder: string }): Promise<string[]> {
  const committed = join(ROOT, CLIENT_FOLDER);
  const names = new Set([
    ...(await listFiles(committed)),
    ...(await listFiles(fresh.clientFolder)),
  ]);
  const pairs: [string, string, string][] = [[IDL_FILE, join(ROOT, IDL_FILE), fresh.idlFile]];
  for (const name of [...names].sort()) {
    pairs.push([join(CLIENT_FOLDER, name), join(committed, name), join(fresh.clientFolder, name)]);
  }
  const drift: string[] = [];
  for (const [name, left, right] of pairs) if (!(await isSame(left, right))) drift.push(name);
  return drift;
}

async function check(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tote-client-'));
  try {
    const fresh = { idlFile: join(folder, 'tote.json'), clientFolder: join(folder, 'generated') };
    await generate(fresh);
    const drift = await findDrift(fresh);
    if (drift.length === 0) return true;
    console.error('These files differ from the output of idl/tote.ts. Run `npm run generate`:');
    for (const name of drift) console.error(`  ${name}`);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv.includes('--check')) {
  if (!(await check())) process.exitCode = 1;
} else {
  await generate({ idlFile: join(ROOT, IDL_FILE), clientFolder: join(ROOT, CLIENT_FOLDER) });
}
