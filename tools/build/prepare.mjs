// Installs, compiles and builds everything that a start would. For images, which start later.
import '../ensure-installed.mjs';
import {
  CLI,
  COMMANDS,
  DEPLOYER,
  ensureCompiled,
  PAGE,
  RESOLVER,
  VERIFIER,
} from './ensure-compiled.mjs';

for (const target of [CLI, VERIFIER, DEPLOYER, RESOLVER, COMMANDS, PAGE]) ensureCompiled(target);
