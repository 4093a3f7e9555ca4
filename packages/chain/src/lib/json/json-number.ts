/**
 * A JSON number as text. A JavaScript number would lose digits before it is known how many matter.
 */
export class JsonNumber {
  readonly text: string;
  readonly isJsonNumber = true;

  constructor(text: string) {
    this.text = text;
  }
}
