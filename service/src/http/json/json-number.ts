import type { AmountText } from '../../use-cases/use-cases.ts';

/**
 * A number as it was written. A JavaScript number would lose digits before the currency could say
 * how many it has, so the text is kept and read as an amount or an integer later.
 */
export class JsonNumber implements AmountText {
  readonly text: string;
  readonly isJsonNumber = true;

  constructor(text: string) {
    this.text = text;
  }
}
