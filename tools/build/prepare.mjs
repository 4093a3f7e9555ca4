// Installs, compiles and builds everything that a start would. For images, which start later.
import '../ensure-installed.mjs';
import { CLI, COMMANDS, DEPLOYER, ensureCompiled, PAGE, VERIFIER } from './ensure-compiled.mjs';

for (const target of [CLI, VERIFIER, DEPLOYER, COMMANDS, PAGE]) ensureCompiled(target);
