// Builds the page that works without us: one HTML file with all scripts and styles inside. Its
// policy allows exactly these, by their hashes.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web');

/** @returns {Promise<string>} The text of the file. */
export async function buildExitPage(plugins) {
  const { output } = await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      ...{ write: false, sourcemap: false, cssCodeSplit: false },
      // Fonts become a part of the styles.
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: { input: join(web, 'exit.html') },
    },
  });
  const find = (ending) => {
    const found = output.filter(({ fileName }) => fileName.endsWith(ending));
    if (found.length !== 1) throw new Error(`the exit page has ${found.length} files ${ending}`);
    return String(found[0].code ?? found[0].source);
  };
  return inline(find('.html'), {
    // An end tag in a text would end the script.
    script: find('.js').replaceAll('</script', '<\\/script'),
    style: find('.css'),
  });
}

function inline(html, { script, style }) {
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    'img-src data:',
    'font-src data:',
    'connect-src https: wss: http://localhost:* http://127.0.0.1:*',
    ...["base-uri 'none'", "form-action 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join('; ');
  const head = `<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return html
    .replace(/\s*<(script|link)\b[^>]*\b(?:src|href)="\.[^>]*>(<\/script>)?/g, '')
    .replace('<meta charset="utf-8" />', () => head)
    .replace('</head>', () => `<style>${style}</style>\n  </head>`)
    .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`);
}

const hashSource = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
