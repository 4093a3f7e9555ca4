/** The Markdown of our own descriptions: paragraphs, lists and code. */
export function Words({ text = '' }: { readonly text?: string | undefined }) {
  const items = text.split('\n').filter((line) => line.startsWith('- '));
  const rest = text.split('\n').filter((line) => !line.startsWith('- '));
  return (
    <>
      {rest
        .join('\n')
        .split('\n\n')
        .map((paragraph) => paragraph.trim() && <p>{withCode(paragraph)}</p>)}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li>{withCode(item.slice(2))}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
