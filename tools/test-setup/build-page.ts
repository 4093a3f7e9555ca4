// Runs before the tests in a browser: builds the page, in the same way as a start.
import { ensureCompiled, PAGE } from '../build/ensure-compiled.mjs';

export default function setup(): void {
  ensureCompiled(PAGE);
}
