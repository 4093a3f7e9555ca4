// idl/tote.json and packages/program-client/src/generated, made from idl/tote.ts.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { renderVisitor } from '@codama/renderers-js';
import { createFromRoot } from 'codama';
import { tote } from '../idl/tote.ts';

export const CLIENT_FOLDER = 'packages/program-client/src/generated';

export async function renderClient(): Promise<Map<string, string>> {
  const codama = createFromRoot(tote);
  const idl = JSON.stringify(JSON.parse(codama.getJson()), null, 2);
  const folder = mkdtempSync(join(tmpdir(), 'tote-client-'));
  try {
    await codama.accept(
      renderVisitor(folder, {
        prettierOptions: { singleQuote: true, printWidth: 100, tabWidth: 2 },
      }),
    );
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const rendered = entries
      .filter((entry) => entry.isFile())
      .map((entry): [string, string] => {
        const file = join(entry.parentPath, entry.name);
        const text = repairTypeImports(readFileSync(file, 'utf8'));
        return [join(CLIENT_FOLDER, relative(folder, file)), text];
      });
    return new Map([
      ['idl/tote.json', `${idl}\n`],
      ...rendered,
      [join(CLIENT_FOLDER, 'errorNames.ts'), renderErrorNames()],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The renderer imports the types of seeds as values, which strict ESM cannot load. */
const repairTypeImports = (text: string) =>
  text.replace(/import \{[^}]*\} from '\.\.\/pdas';/, (line) =>
    line.replace(/\b(\w+Seeds)\b/, 'type $1'),
  );

/** The renderer writes error numbers and messages but no names. Verdicts need the names. */
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
