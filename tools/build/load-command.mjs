// Loads a command in its compiled form. The packages are installed and the sources compiled first,
// if that is necessary.
import '../ensure-installed.mjs';
import module from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildFolder, ensureCompiled, ensurePage, root, TARGETS } from './ensure-compiled.mjs';

// From Node 22 on: saves a tenth of the processor time of a start.
module.enableCompileCache?.(buildFolder('bytecode'));

/** `source` is an entry point of one of them. Ends the process if it cannot be compiled. */
export async function loadCommand(source) {
  const path = relative(root, fileURLToPath(source));
  const target = TARGETS.find(({ entryPoints }) => entryPoints.includes(path));
  const compiled = orExit(() => ensureCompiled(target));
  return import(pathToFileURL(compiled.get(path)).href);
}

export const findPage = () => orExit(ensurePage);

function orExit(build) {
  try {
    return build();
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}
