// Reads server-sent events from a response. Node has no EventSource up to version 24, and that of
// browsers accepts no headers.

interface Frame {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Ends with the connection, which the caller closes. `onBytes` is called for all data, comments
 * included.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<Frame, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    // A carriage return at the end may be half of a line break.
    const blocks = text.replace(/\r\n|\r(?!$)/g, '\n').split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield* readFrame(block);
  }
}

/** Undefined for comments and for blocks that only set the retry time. */
function* readFrame(block: string): Generator<Frame> {
  const data = [...block.matchAll(/(?:^|\n)data: ?([^\n]*)/g)].map(([, line]) => line).join('\n');
  const [, id] = /(?:^|\n)id: ?([^\n]*)/.exec(block) ?? [];
  if (data) yield { id, data };
}
