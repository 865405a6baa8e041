import type { App } from '../http/app.ts';

/** Longer than any answer takes but a large download, which resumes. */
const DRAIN_MS = 3_000;
/** A connection that was in use when the server began to close stays open behind its answer, for a next call that cannot come. */
const IDLE_LOOK_MS = 50;

/**
 * Closes the server: no new calls, those in flight finish, and at the deadline what is left is cut; an unread refused
 * upload would otherwise hold it forever.
 */
export async function closeServer(app: App, drainMs = DRAIN_MS): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), drainMs);
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(deadline);
    clearInterval(idle);
  }
}
