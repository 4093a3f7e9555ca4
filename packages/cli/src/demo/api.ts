import { type Amount, parseAmount } from '@tote/domain';

/** JSON of any shape. The demo reads a few fields of each response. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is the API's, not ours
export type Json = any;

export class Api {
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  get(path: string, apiKey?: string): Promise<Json> {
    return this.#call('GET', path, undefined, apiKey);
  }

  post(path: string, body: object, apiKey?: string): Promise<Json> {
    return this.#call('POST', path, body, apiKey);
  }

  async #call(
    method: string,
    path: string,
    body: object | undefined,
    apiKey: string | undefined,
  ): Promise<Json> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

/**
 * The base units of a JSON number. Exact below nine million SOL, where a double can represent all
 * nine decimals. The demo uses less.
 */
export function unitsOf(value: number, decimals: number): Amount {
  return parseAmount(value.toFixed(decimals), decimals);
}
