// Loads a command in its compiled form. The packages are installed and the sources compiled first,
// if that is necessary.
import '../ensure-installed.mjs';
import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CLI, COMMANDS, ensureCompiled, PAGE, VERIFIER } from './ensure-compiled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `source` is an entry point of one of them. Ends the process if it cannot be compiled. */
export async function loadCommand(source) {
  const path = relative(root, fileURLToPath(source));
  const targets = [CLI, VERIFIER, COMMANDS];
  const compiled = compile(targets.find(({ entryPoints }) => entryPoints.includes(path)));
  return import(pathToFileURL(compiled.get(path)).href);
}

/** The folder of the built page. */
export const findPage = () => dirname(compile(PAGE).get(PAGE.entryPoints[0]));

function compile(target) {
  try {
    return ensureCompiled(target);
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}
