// Server-sent events from the bytes of a response. No Node up to 24 has an EventSource, and that of
// browsers takes no headers.

/** One message of the stream. */
interface Frame {
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Ends when the connection does, which the caller closes. `onBytes` is told of every sign of life,
 * comments included.
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
    // A return at the end may be half of a line break.
    const blocks = text.replace(/\r\n|\r(?!$)/g, '\n').split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield* readFrame(block);
  }
}

/** Nothing for comments, and for what only sets the time of a retry. */
function* readFrame(block: string): Generator<Frame> {
  const data = [...block.matchAll(/(?:^|\n)data: ?([^\n]*)/g)].map(([, line]) => line).join('\n');
  const [, id] = /(?:^|\n)id: ?([^\n]*)/.exec(block) ?? [];
  if (data) yield { id, data };
}
