// What a command has around it: the process and its terminal, or a test.

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Beside the output: what is asked, hints, errors. */
  readonly notes: Output;
  /** Undefined if nobody can answer. */
  readonly terminal: Terminal | undefined;
  /** Undefined if the output goes elsewhere. */
  readonly screen: Screen | undefined;
  readonly installation: Installation;
}

/** What is large and loaded when it is needed. */
export interface Installation {
  loadVerifier(): Promise<typeof import('@tote/verify')>;
  /** Undefined where there is no program to deploy. */
  loadDeployer?(): Promise<typeof import('./deploy/index.ts')>;
  loadResolver(): Promise<typeof import('./resolver/resolve-market.ts')>;
  /** Undefined where there is no service. */
  loadService?(): Promise<{
    main(args: string[], ask: Terminal['ask'] | undefined): Promise<void>;
  }>;
}

export interface Output {
  readonly hasColour: boolean;
  /** Unchanged: what comes from outside is printed by the session. */
  write(text: string): void;
}

export interface Terminal {
  ask(question: string): Promise<string>;
  /** What is typed is not shown. */
  askHidden(question: string): Promise<string>;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  /** Replaces what it shows. */
  draw(lines: readonly string[]): void;
}
