// Runs before the tests: compiles the modules that tests start as threads and processes (see
// compiled.mjs), in the same way as the commands.
import type { TestProject } from 'vitest/node';
import { ensureCompiled } from '../build/ensure-compiled.mjs';
import { TEST_MODULES } from './compiled.mjs';

export default function setup(project: TestProject): void {
  ensureCompiled(TEST_MODULES);
  project.onTestsRerun(async () => void ensureCompiled(TEST_MODULES));
}
