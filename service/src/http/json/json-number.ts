import type { AmountText } from '../../use-cases/use-cases.ts';

/**
 * A JSON number as text. A JavaScript number would lose digits before the decimals of the currency
 * are known, so the text is parsed as an amount or an integer later.
 */
export class JsonNumber implements AmountText {
  readonly text: string;
  readonly isJsonNumber = true;

  constructor(text: string) {
    this.text = text;
  }
}
