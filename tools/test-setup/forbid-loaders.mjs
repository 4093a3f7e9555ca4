// For --import: neither the process nor its threads can load a TypeScript loader or the compiler.
import Module, { register } from 'node:module';

const FORBIDDEN = /^(tsx|esbuild)(\/|$)/;

function check(specifier) {
  if (FORBIDDEN.test(specifier)) throw new Error(`${specifier} is forbidden here`);
}

const hooks = `${check}
const FORBIDDEN = ${FORBIDDEN};
export async function resolve(specifier, context, next) {
  check(specifier);
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (specifier, ...rest) {
  check(specifier);
  return resolveFilename.call(this, specifier, ...rest);
};
