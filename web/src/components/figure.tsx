import { useEffect, useRef } from 'preact/hooks';

/** A number on the board. When it changes, it lights up for a moment. */
export function Figure({ text }: { readonly text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    const { current } = element;
    if (!current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const running of current.getAnimations()) running.cancel();
    current.animate([{ color: 'var(--accent)' }, {}], { duration: 1_200, easing: 'ease-out' });
  }, [text]);
  return (
    <span class="figure" ref={element}>
      {text}
    </span>
  );
}
