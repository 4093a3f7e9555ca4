// The surroundings of a real process. Streams are opened on first use, because it takes time.
import { writeSync } from 'node:fs';
import type { Installation, Output, Screen, Surroundings, Terminal } from './surroundings.ts';

export function processSurroundings(installation: Installation): Surroundings {
  const { env } = process;
  const output = createOutput('stdout');
  return {
    ...{ env, installation, output },
    notes: createOutput('stderr'),
    get terminal() {
      return process.stdin.isTTY && process.stderr.isTTY ? createTerminal() : undefined;
    },
    get screen() {
      return process.stdout.isTTY ? createScreen() : undefined;
    },
    async openMessages() {
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const transport = new StdioServerTransport();
      // The transport notices neither.
      process.stdin.once('end', () => void transport.close());
      process.stdout.once('error', () => void transport.close());
      return transport;
    },
  };
}

function createOutput(name: 'stdout' | 'stderr'): Output {
  let isStream = false;
  return {
    get hasColour() {
      return process[name].isTTY === true && !process.env.NO_COLOR;
    },
    write(text) {
      const rest = isStream ? text : writeNow(name === 'stdout' ? 1 : 2, text);
      if (rest.length === 0) return;
      if (!isStream) process[name].on('error', endWithReader);
      isStream = true;
      process[name].write(rest);
    },
  };
}

/** Opening the stream takes longer than printing help. Returns what cannot be written yet. */
function writeNow(file: number, text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') endWithReader(error as Error);
  }
  return rest;
}

/** The reader of the output may stop early, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  throw error;
}

function createTerminal(): Terminal {
  return {
    async ask(question) {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      // Ctrl+C and Ctrl+D mean no.
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return await Promise.race([lines.question(question).catch(() => ''), ended]);
      } finally {
        lines.close();
      }
    },
    async askHidden(question) {
      const { askHidden } = await import('./terminal/ask-hidden.ts');
      return askHidden(question);
    },
  };
}

const [COLUMNS, ROWS] = [80, 24];
const TO_TOP = '\u001b[H';
const CLEAR_BELOW = '\u001b[J';
const CLEAR_LINE = '\u001b[K';

function createScreen(): Screen {
  const { stdout } = process;
  return {
    get columns() {
      return stdout.columns || COLUMNS;
    },
    get rows() {
      return stdout.rows || ROWS;
    },
    draw(lines) {
      const shown = lines.map((line) => `${line}${CLEAR_LINE}\n`);
      stdout.write(`${TO_TOP}${shown.join('')}${CLEAR_BELOW}`);
    },
  };
}
