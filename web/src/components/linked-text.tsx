import { ChainId } from './chain-id.tsx';

const ADDRESS = /\b([1-9A-HJ-NP-Za-km-z]{32,44})\b/;

export function LinkedText({ text }: { readonly text: string }) {
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? <ChainId kind="address" id={part} /> : part));
}
