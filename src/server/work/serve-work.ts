import { AppError } from '../../contract/failure.ts';
import type { WorkMessage, WorkOrder } from './work-messages.ts';

/** How often a process says that it is at work. */
const BEAT_MS = 500;

/**
 * Makes this process one that works for its parent, see `openWorkProcesses`. It ends with its parent, and when it is told to.
 *
 * @param work Methods that take values and answer with values, and keep nothing.
 * @param notes What whoever runs the server should know of this process.
 */
export function serveWork<Api extends object>(work: Api, notes: readonly string[] = []): void {
  const methods = work as Record<string, (...args: readonly unknown[]) => unknown>;
  // A parent that is gone hears nothing: `disconnect` follows.
  const post = (message: WorkMessage) => process.send?.(message, () => {});
  // Ctrl-C reaches everybody at once, and the parent still finishes what people wait for.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  // Not `exit`: it waits for threads, one of which may hang.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', async ({ name, args }: WorkOrder) => {
    const beating = setInterval(() => {
      const { user, system } = process.cpuUsage();
      post({ kind: 'heartbeat', cpuMs: (user + system) / 1_000, memoryBytes: process.memoryUsage.rss() });
    }, BEAT_MS);
    try {
      const value = await methods[name]?.(...args);
      post({ kind: 'done', value });
    } catch (error) {
      const failure = error instanceof AppError ? error.failure : null;
      post({
        kind: 'failed',
        failure,
        message: error instanceof Error ? (error.stack ?? '') : String(error),
      });
    } finally {
      clearInterval(beating);
    }
  });
  post({ kind: 'ready', notes });
}
