// A minimal client of `GET /v1/events`.
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly marketId: string | null;
  readonly data: Record<string, unknown>;
  readonly at: string;
}

export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Envelope;
}

export class EventReader {
  readonly events: SentEvent[] = [];
  readonly response: Response;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.#read().catch(() => undefined);
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal });
    return new EventReader(response, abort);
  }

  get types(): string[] {
    return this.events.map(({ event }) => event);
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      }),
    );
    const data = fields.get('data');
    const [id, event = ''] = [fields.get('id'), fields.get('event')];
    // Heartbeats have no id.
    if (data === undefined || id === undefined) return;
    this.events.push({ id, event, data: JSON.parse(data) });
  }
}
