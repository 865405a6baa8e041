import type { ServerFault } from '../fleet/server-fault.ts';
import type { Queue } from './job-shapes.ts';
import type { ComfyEvent } from './read-message.ts';

/** What one job hears about itself. */
export type JobSign =
  | { readonly kind: 'event'; readonly event: ComfyEvent }
  /** Seen in the server's queue, or not. */
  | { readonly kind: 'place'; readonly place: 'running' | 'pending' | 'absent' }
  /** The server has gone, and the job with it as far as we can tell. */
  | { readonly kind: 'gone'; readonly fault: ServerFault };

/** Hands every sign to the job it is about. */
export interface JobSigns {
  /** One at a time: whoever follows a job takes it from who did before. @returns Ends it. */
  follow(promptId: string, listener: (sign: JobSign) => void): () => void;
  onEvent(event: ComfyEvent): void;
  onQueue(queue: Queue): void;
  onGone(fault: ServerFault): void;
}

/** Jobs of which the beginning is kept until somebody follows them. */
const EARLY_JOBS = 8;

export function createJobSigns(): JobSigns {
  const listeners = new Map<string, (sign: JobSign) => void>();
  /** Who the frames that name no job are about: a server runs one at a time. */
  let running: string | null = null;
  /** A job may begin before the answer that it was taken: the node that it is at, which is said once, and those it need not run. */
  const early = new Map<string, Map<string, ComfyEvent>>();
  const keepEarly = (promptId: string, event: ComfyEvent): void => {
    if (event.kind !== 'executing' && event.kind !== 'cached') return;
    early.set(promptId, new Map(early.get(promptId)).set(event.kind, event));
    for (const [oldest] of early) if (early.size > EARLY_JOBS) early.delete(oldest);
  };
  return {
    follow(promptId, listener) {
      listeners.set(promptId, listener);
      const begun = early.get(promptId) ?? [];
      early.delete(promptId);
      for (const [, event] of begun) listener({ kind: 'event', event });
      return () => {
        // The next attempt may follow the same job by now.
        if (listeners.get(promptId) === listener) listeners.delete(promptId);
      };
    },
    onEvent(event) {
      if (event.kind === 'status') return;
      const promptId = event.promptId ?? running;
      if (promptId === null) return;
      const isOver = event.kind === 'executing' && event.node === null;
      if (event.promptId !== null && event.kind !== 'preview') running = isOver ? null : event.promptId;
      const listener = listeners.get(promptId);
      if (listener === undefined) keepEarly(promptId, event);
      else listener({ kind: 'event', event });
    },
    onQueue({ running: now, pending }) {
      running = now.map(({ id }) => id).find((id) => listeners.has(id)) ?? null;
      const has = (items: readonly { id: string }[], wanted: string) => items.some(({ id }) => id === wanted);
      for (const [promptId, listener] of [...listeners]) {
        const waits = has(pending, promptId) ? 'pending' : 'absent';
        listener({ kind: 'place', place: has(now, promptId) ? 'running' : waits });
      }
    },
    onGone(fault) {
      running = null;
      for (const listener of [...listeners.values()]) listener({ kind: 'gone', fault });
    },
  };
}
