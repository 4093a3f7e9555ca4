import type { Store } from '../store/store.ts';
import type { TaskName } from './task.ts';

/** Thousands of jobs may end in a second. */
const PAUSE_MS = 200;

/** Tells other replicas that a job of a task is done; at most once per pause and task. */
export function createDoneNotifier(store: Store): (task: TaskName) => void {
  const waiting = new Set<TaskName>();
  return (task) => {
    if (store.engine === 'sqlite' || waiting.has(task)) return;
    waiting.add(task);
    const timer = setTimeout(() => {
      waiting.delete(task);
      void store.notify('keeper', task);
    }, PAUSE_MS);
    timer.unref();
  };
}
