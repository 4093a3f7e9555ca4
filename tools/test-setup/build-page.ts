// Runs before the tests in a browser: builds the page, in the same way as a start.
import { ensurePage } from '../build/ensure-compiled.mjs';

export default function setup(): void {
  ensurePage();
}
