// Says how far a run of many files is, also where the output is no terminal.
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

const EVERY_FILES = 20;

export class Progress implements Reporter {
  #files = 0;
  #ended = 0;
  #failed = 0;

  onTestRunStart(files: readonly TestSpecification[]): void {
    [this.#files, this.#ended, this.#failed] = [files.length, 0, 0];
  }

  onTestModuleEnd(file: TestModule): void {
    this.#ended += 1;
    if (!file.ok()) this.#failed += 1;
    if (this.#ended % EVERY_FILES > 0) return;
    console.log(`${this.#ended} of ${this.#files} files, ${this.#failed} failed`);
  }
}
