import { useEffect } from 'preact/hooks';
import { branding } from '../navigation/env.ts';

/** A more specific title of the tab, while the screen is shown. */
export function useTitle(text: string): void {
  useEffect(() => {
    const { title } = document;
    document.title = `${text} · ${branding.name}`;
    return () => {
      document.title = title;
    };
  }, [text]);
}
