// Limits the memory of answers to network clients, from the first account that is read until the
// last byte is sent.
import { CODES, RpcError } from './rpc-error.ts';

/** The answers of a batch count as one. */
const ANSWER_BYTES_MAX = 10_000_000;
const SMALL_BYTES = 65_536;
/** Clients that do not read their large answers must leave room for the small ones of others. */
const IN_FLIGHT_BYTES_MAX = { large: 64_000_000, small: 96_000_000 };

export class AnswerBudget {
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  take(bytes: number, answerBytes: number): void {
    const size = answerBytes > SMALL_BYTES ? 'large' : 'small';
    if (this.#inFlight + bytes > IN_FLIGHT_BYTES_MAX[size]) {
      const message = 'Too many large answers are being sent. Try again in a few seconds.';
      throw new RpcError(CODES.internal, message);
    }
    this.#inFlight += bytes;
  }

  release(bytes: number): void {
    this.#inFlight -= bytes;
  }
}

export class AnswerSize {
  readonly #budget: AnswerBudget;
  #bytes = 0;

  constructor(budget: AnswerBudget) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  readonly charge = (bytes: number): void => {
    const after = this.#bytes + bytes;
    if (after > ANSWER_BYTES_MAX) {
      throw new RpcError(
        CODES.invalidRequest,
        `The answer would have more than ${ANSWER_BYTES_MAX} bytes. Ask for fewer accounts, use ` +
          'filters or dataSlice, or split the batch.',
      );
    }
    this.#budget.take(bytes, after);
    this.#bytes = after;
  };

  restore(bytes: number): void {
    this.#budget.release(this.#bytes - bytes);
    this.#bytes = bytes;
  }
}

export function jsonBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 2;
  for (const [name, field] of Object.entries(value)) bytes += name.length + 4 + jsonBytes(field);
  return bytes;
}
