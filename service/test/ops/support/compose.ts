// Reads compose.yaml, and says what each container gets: as processes of this machine, because
// there is no Docker here. A container's address is one of loopback, so all ports stay as they are.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../../../tools/root.ts';

interface Service {
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface Mount {
  readonly path: string;
  readonly source: string;
}

export class Compose {
  readonly services: ComposeFile['services'];
  readonly #secrets: ComposeFile['secrets'];
  /** Others may run the same test on this machine. */
  readonly #network = `127.${random(1, 254)}.${random(1, 254)}`;

  /** `variables` are those of the operator. */
  constructor(variables: Readonly<Record<string, string>>) {
    const file: ComposeFile = parse(fill(readText('compose.yaml'), variables));
    this.services = file.services;
    this.#secrets = file.secrets;
  }

  /** The names of those that run the image of this repository. */
  get replicas(): string[] {
    return Object.keys(this.services).filter((name) => this.#service(name).build !== undefined);
  }

  hostOf(name: string): string {
    const index = Object.keys(this.services).indexOf(name);
    if (index < 0) throw new RangeError(`compose.yaml has no ${name}`);
    return `${this.#network}.${index + 1}`;
  }

  /** One that no container has. */
  clientAddress(number: number): string {
    return `${this.#network}.${100 + number}`;
  }

  /** Volumes with a name are left out. */
  mountsOf(name: string): Mount[] {
    const { volumes = [], secrets = [] } = this.#service(name);
    const bound = volumes
      .map((volume) => volume.split(':'))
      .filter(([from]) => /^[./]/.test(from ?? ''));
    return [
      ...bound.map(([from = '', path = '']) => ({
        path,
        source: join(from.startsWith('/') ? '' : root, from),
      })),
      ...secrets.map((secret) => ({
        path: `/run/secrets/${secret}`,
        source: this.#secrets[secret]?.file ?? `there is no secret ${secret}`,
      })),
    ];
  }

  /** What the image and the file set, with paths and addresses of this machine. */
  environmentOf(name: string, own: readonly Mount[] = []): Record<string, string> {
    const { environment = {}, build } = this.#service(name);
    const set = { ...(build && imageEnvironment()), ...environment };
    const mounts = [...this.mountsOf(name), ...own];
    return Object.fromEntries(
      Object.entries(set).map(([key, value]) => {
        const text = String(value).replace('0.0.0.0', this.hostOf(name));
        const mount = mounts.find(({ path }) => path === text);
        return [key, mount?.source ?? text];
      }),
    );
  }

  replaceHosts(text: string): string {
    const names = Object.keys(this.services).join('|');
    return text.replace(new RegExp(`\\b(${names})(?=:\\d)`, 'g'), (name) => this.hostOf(name));
  }

  #service(name: string): Service {
    return this.services[name] ?? {};
  }
}

export const readText = (file: string) => readFileSync(join(root, file), 'utf8');

const random = (low: number, high: number) => low + Math.floor(Math.random() * (high - low));

/** `${NAME:?why}` must be set, `${NAME:-value}` has a default. */
function fill(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(:[-?])([^}]*)\}/g, (_, name, kind, rest) => {
    const value = variables[name] || (kind === ':-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name} is not set: ${rest}`);
    return value;
  });
}

function imageEnvironment(): Record<string, string> {
  const [, last = ''] = readText('Dockerfile').split(/^FROM .*$(?![\s\S]*^FROM )/m);
  const [, assignments = ''] = /^ENV (.*)$/m.exec(last) ?? [];
  return Object.fromEntries(assignments.split(' ').map((each) => each.split('=')));
}

export interface RunningProcess {
  text(): string;
  stop(): Promise<void>;
}

interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** The shell's input ends when this process does; then the shell stops what it runs. */
const SCRIPT = '"$0" "$@" & running=$!; read -r _; kill -TERM $running; wait $running';

/** It ends with the process of the test. */
export function runProcess(command: readonly string[], options: ProcessOptions): RunningProcess {
  const env = { PATH: process.env.PATH, ...options.env };
  const child = spawn('sh', ['-c', SCRIPT, ...command], { ...options, env });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return {
    text: () => text,
    async stop() {
      child.stdin.end('stop\n');
      await ended;
    },
  };
}
