import { useEffect, useRef } from 'preact/hooks';
import { lightUp } from './light-up.ts';

/** A number on the board. When it changes, it lights up for a moment. */
export function Figure({ text }: { readonly text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    if (element.current) lightUp(element.current);
  }, [text]);
  return (
    <span class="figure" ref={element}>
      {text}
    </span>
  );
}
