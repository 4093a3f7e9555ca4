/** Everything in the page is relative, so that it works behind any prefix of a proxy. */
export function renderPage(
  template: string,
  depth: number,
  head: string,
  chunks: readonly string[] = [],
): string {
  const root = depth === 0 ? './' : '../'.repeat(depth);
  const preloads = chunks.map(
    (file) => `<link rel="modulepreload" crossorigin href="${root}${file}" />\n  `,
  );
  return (
    template
      .replaceAll('="./', `="${root}`)
      .replace('name="tote-root" content="./"', `name="tote-root" content="${root}"`)
      // A function: in a text `$&` has a meaning.
      .replace(/<title>[^<]*<\/title>/, () => head)
      .replace('</head>', `${preloads.join('')}</head>`)
  );
}

/** How many folders a path is below the root. */
export const depthOf = (path: string) => path.split('/').length - 2;
