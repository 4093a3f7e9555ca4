// Loads a command in its compiled form. The packages are installed and the sources compiled first,
// if that is necessary.
import '../ensure-installed.mjs';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CLI, COMMANDS, ensureCompiled, VERIFIER } from './ensure-compiled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `source` is an entry point of one of them. Ends the process if it cannot be compiled. */
export async function loadCommand(source) {
  const path = relative(root, fileURLToPath(source));
  let compiled;
  try {
    const targets = [CLI, VERIFIER, COMMANDS];
    compiled = ensureCompiled(targets.find(({ entryPoints }) => entryPoints.includes(path)));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  return import(pathToFileURL(compiled.get(path)).href);
}
