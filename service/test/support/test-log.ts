import type { Log } from '../../src/telemetry/log.ts';

export class TestLog implements Log {
  readonly lines: { level: string; fields: object; message: string }[] = [];
  debug = (fields: object, message: string) => this.#add('debug', fields, message);
  info = (fields: object, message: string) => this.#add('info', fields, message);
  warn = (fields: object, message: string) => this.#add('warn', fields, message);
  error = (fields: object, message: string) => this.#add('error', fields, message);

  #add(level: string, fields: object, message: string): void {
    this.lines.push({ level, fields, message });
  }
}
