// The operator's own name, colour and logo, checked at the start.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { printable } from '@tote/domain';

export interface Branding {
  readonly name: string;
  /** Undefined: the page's own colour. */
  readonly accent: string | undefined;
  readonly logo: Logo | undefined;
  readonly termsUrl: string | undefined;
  readonly supportUrl: string | undefined;
}

interface Logo {
  /** Relative to the page, with a version, so that browsers may keep the file. */
  readonly path: string;
  readonly type: 'image/png' | 'image/svg+xml';
  readonly bytes: Buffer;
}

const NAME_CHARACTERS_MAX = 24;

export function siteName(text: string): string {
  const name = text.trim();
  const isPlain = printable(name) === name && !/[\n\r\p{Zl}\p{Zp}]/u.test(name);
  if (name === '' || [...name].length > NAME_CHARACTERS_MAX || !isPlain) {
    throw new Error(`it must have 1 to ${NAME_CHARACTERS_MAX} printable characters in one line`);
  }
  return name;
}

/** The boards of both themes, on which the accent is text. Also in web/src/styles/tokens.css. */
export const BOARDS = { light: '#10201a', dark: '#0a110e' } as const;
/** What WCAG 2.2 asks for text (1.4.3). */
const CONTRAST_MIN = 4.5;

export function accentColour(text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new Error(`"${text}" is not a colour like #ffb81c`);
  for (const [theme, board] of Object.entries(BOARDS)) {
    const ratio = contrast(text, board);
    if (ratio >= CONTRAST_MIN) continue;
    // Rounded down: 4.499 is not 4.5.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    throw new Error(
      `${text} has a contrast of ${shown} with ${board}, the board of the ${theme} theme; ` +
        `at least ${CONTRAST_MIN} is needed. Choose a lighter colour`,
    );
  }
  return text.toLowerCase();
}

/** The ratio that WCAG defines. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const LOGO_BYTES_MAX = 64 * 1_024;
const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function logoFile(workingDir: string): (path: string) => Logo {
  return (path) => {
    const bytes = readLogo(resolve(workingDir, path), path);
    const isPng = bytes.subarray(0, PNG_START.length).equals(PNG_START);
    if (!isPng && !/<svg[\s>]/.test(bytes.toString())) throw new Error(`${path} is no SVG or PNG`);
    if (bytes.length > LOGO_BYTES_MAX) {
      throw new Error(`${path} has ${bytes.length} bytes; at most ${LOGO_BYTES_MAX} are allowed`);
    }
    const [ending, type] = isPng ? (['png', 'image/png'] as const) : SVG;
    return { path: `logo.${ending}?v=${sha256Hex(bytes).slice(0, 12)}`, type, bytes };
  };
}

const SVG = ['svg', 'image/svg+xml'] as const;

function readLogo(file: string, path: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
