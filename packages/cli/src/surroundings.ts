import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  readonly notes: Output;
  readonly terminal: Terminal | undefined;
  readonly screen: Screen | undefined;
  readonly installation: Installation;
  /** Messages of the Model Context Protocol on standard input and output. */
  openMessages(): Promise<Transport>;
}

/** Large modules that are loaded on demand. */
export interface Installation {
  loadVerifier(): Promise<typeof import('@tote/verify')>;
  loadDeployer?(): Promise<typeof import('./deploy/index.ts')>;
  loadDemo?(): Promise<typeof import('./demo/demo-command.ts')>;
  loadResolver(): Promise<typeof import('./resolver/resolve-market.ts')>;
  loadService?(): Promise<{
    main(args: string[], ask: Terminal['ask'] | undefined): Promise<void>;
  }>;
}

export interface Output {
  readonly hasColour: boolean;
  /** Writes the text as it is; the session escapes text from outside. */
  write(text: string): void;
}

export interface Terminal {
  ask(question: string): Promise<string>;
  /** Does not echo what is typed. */
  askHidden(question: string): Promise<string>;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  draw(lines: readonly string[]): void;
}
