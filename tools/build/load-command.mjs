// Loads a command in its compiled form. The packages are installed and the sources compiled first,
// if that is necessary.
import '../ensure-installed.mjs';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { COMMANDS, ensureCompiled } from './ensure-compiled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `source` is one of COMMANDS. Ends the process if it cannot be compiled. */
export async function loadCommand(source) {
  let compiled;
  try {
    compiled = ensureCompiled(COMMANDS);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  const file = compiled.get(relative(root, fileURLToPath(source)));
  return import(pathToFileURL(file).href);
}
