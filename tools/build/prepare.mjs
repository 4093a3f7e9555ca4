// Installs, compiles and builds everything that a start would. For images, which start later.
import '../ensure-installed.mjs';
import { ensureCompiled, PAGE, TARGETS } from './ensure-compiled.mjs';

for (const target of [...TARGETS, PAGE]) ensureCompiled(target);
