import type { Session } from '../session.ts';

const EVERY_MS = 1_000;

export function createProgress({ note }: Session): (text: string) => void {
  let [step, at] = ['', 0];
  return (text) => {
    const [next = ''] = text.split(':');
    if (next === step && Date.now() - at < EVERY_MS) return;
    [step, at] = [next, Date.now()];
    note(`${text} …`);
  };
}
