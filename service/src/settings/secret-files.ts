// Secrets may be in files, as containers get them: TOTE_DATABASE_URL_FILE in place of
// TOTE_DATABASE_URL. Environments are shown by tools and inherited by processes; files are not.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Settings that may contain a password or an access token. */
export const SECRET_SETTINGS = [
  ...['TOTE_DATABASE_URL', 'TOTE_HERMES_KEY', 'TOTE_RPC_URL', 'TOTE_RPC_WS_URL', 'TOTE_SEND_URLS'],
];

export const secretFileOf = (name: string) => `${name}_FILE`;

/** The environment with what the files contain. Problems never repeat that. */
export function readSecretFiles(env: Env, workingDir: string, problems: string[]): Env {
  const found: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const setting = secretFileOf(name);
    const path = env[setting];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${setting}: set either it or ${name}`);
      continue;
    }
    try {
      found[name] = readFileSync(resolve(workingDir, path), 'utf8').trim();
    } catch (error) {
      problems.push(`${setting}: ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
      continue;
    }
    // Without a key Hermes works, too. Without the others the service would silently be another.
    if (found[name] === '' && name !== 'TOTE_HERMES_KEY') {
      problems.push(`${setting}: ${path} is empty`);
    }
  }
  return { ...env, ...found };
}
