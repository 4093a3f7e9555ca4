import fc from 'fast-check';
import type { Harness } from '../harness.ts';
import type { Model } from '../model.ts';
import type { Plan } from '../plan.ts';

/** Makes its choices when it sees the model; null if there is nothing to choose from. */
type Resolve<Choices> = (model: Model, choices: Choices) => Plan | null;

/** One command of a sequence: random choices that get their meaning from the model. */
export class Step<Choices> implements fc.Command<Model, Harness> {
  readonly #name: string;
  readonly #choices: Choices;
  readonly #resolve: Resolve<Choices>;
  #plan: Plan | null = null;

  constructor(name: string, choices: Choices, resolve: Resolve<Choices>) {
    this.#name = name;
    this.#choices = choices;
    this.#resolve = resolve;
  }

  resolve(model: Model): Plan | null {
    return this.#resolve(model, this.#choices);
  }

  check(model: Readonly<Model>): boolean {
    this.#plan = this.resolve(model as Model);
    return this.#plan !== null;
  }

  run(model: Model, harness: Harness): void {
    if (this.#plan) harness.execute(model, this.#plan);
  }

  toString(): string {
    return `${this.#name}(${fc.stringify(this.#choices)})`;
  }
}

export type StepArbitrary = fc.Arbitrary<Step<unknown>>;

export function step<Choices>(
  name: string,
  choices: fc.Arbitrary<Choices>,
  resolve: Resolve<Choices>,
): StepArbitrary {
  return choices.map((made) => new Step<unknown>(name, made, (model) => resolve(model, made)));
}
