import type { Queue } from './job-shapes.ts';

/** A place in a server's queue that an order of this process has taken. */
export interface Lease {
  /** The job that sits there; null before it is handed in. */
  promptId: string | null;
  /** Gives the place back to the other workers of this instance; null where it was not taken from them. */
  giveBack: (() => void) | null;
  release(): void;
}

/** One job of ours runs on a server and one waits, so that it is never idle and never far behind (krita does so). */
export const JOBS_PER_SERVER = 2;

/** Counts the jobs on one server: those of all workers of this instance, and those of others. */
export interface JobRegistry {
  sawQueue(queue: Queue): void;
  forgetQueue(): void;
  jobs(): { ours: number; foreign: number };
  hasRoom(): boolean;
  /** The job was in the queue when it was last seen. */
  holds(promptId: string): boolean;
  leases(): number;
  take(): Lease;
}

/**
 * @param instance Mark that our jobs carry.
 * @param onChange Hears that a place was taken or given back.
 */
export function createJobRegistry(instance: string, onChange: () => void): JobRegistry {
  const leases = new Set<Lease>();
  let seen: Queue = { running: [], pending: [] };
  const jobs = () => {
    const items = [...seen.running, ...seen.pending];
    const held = new Set([...leases].map(({ promptId }) => promptId));
    const ofOthers = items.filter(({ id, mark }) => mark === instance && !held.has(id));
    const foreign = items.filter(({ id, mark }) => mark !== instance && !held.has(id));
    return { ours: ofOthers.length + leases.size, foreign: foreign.length };
  };
  return {
    sawQueue(queue) {
      seen = queue;
    },
    forgetQueue() {
      seen = { running: [], pending: [] };
    },
    jobs,
    holds: (promptId) => [...seen.running, ...seen.pending].some(({ id }) => id === promptId),
    hasRoom: () => jobs().ours < JOBS_PER_SERVER,
    leases: () => leases.size,
    take() {
      const lease: Lease = {
        promptId: null,
        giveBack: null,
        release() {
          if (!leases.delete(lease)) return;
          lease.giveBack?.();
          onChange();
        },
      };
      leases.add(lease);
      onChange();
      return lease;
    },
  };
}
