// Runs slow test files first, those that start processes, so that a run does not end with one of
// them while other cores are idle. A fresh clone has no timings of the files yet.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOW =
  /\/(faults|hostile|model|replicas|story)\/|\/(browser|endings|many-winners|mcp|streams)\.test/;

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    // The files of a project stay together, because they share processes. The project with most
    // files comes last: it ends with many short ones.
    return [...new Set(sorted.map(({ project }) => project))]
      .map((project) => sorted.filter((file) => file.project === project))
      .sort((one, other) => one.length - other.length)
      .flatMap((own) => [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]);
  }
}
