import { afterAll } from 'vitest';

/** Of the process: this file is read anew for each test file, and what it is imported by is not. */
const scope = globalThis as { runningApps?: Set<() => void> };
/** What ends the pages of a test file that are open yet: test files share a process, and a page that goes on asks for ever. */
scope.runningApps ??= new Set();
const running = scope.runningApps;

/** @returns What ends it, once. */
export function keepRunning(stop: () => void): () => void {
  const end = (): void => {
    if (running.delete(end)) stop();
  };
  running.add(end);
  return end;
}

afterAll(() => {
  for (const end of running) end();
});
