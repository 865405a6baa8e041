import { z } from 'zod';

/** A job on a server that the next attempt at an order may find again. */
const Job = z.object({
  /** Id of the server. */
  server: z.string(),
  promptId: z.uuid(),
  /** Whose socket hears of it. */
  clientId: z.string().min(1).max(100),
  first: z.number().int().min(0),
  count: z.number().int().min(1),
  graphHash: z.string(),
  /** That draws; absent for an own graph, and in what was left before there was more than one. */
  family: z.string().max(64).optional(),
});
export type Job = z.infer<typeof Job>;

const Jobs = z.array(Job).max(16);

/** Reads what an earlier attempt left; nothing of what cannot be read. */
export function readHandle(handle: string | null): Job[] {
  if (handle === null) return [];
  try {
    return Jobs.parse(JSON.parse(handle));
  } catch {
    return [];
  }
}

/** The jobs of an order that are out, kept with it one write after the other. */
export interface JobKeeper {
  add(job: Job): Promise<void>;
  remove(promptId: string): Promise<void>;
}

/**
 * @param left What the last attempt has left.
 * @param keep Writes it where the next attempt finds it.
 */
export function createJobKeeper(
  left: readonly Job[],
  keep: (handle: string | null) => Promise<void>,
): JobKeeper {
  let jobs = left;
  let last: Promise<void> = Promise.resolve();
  const write = (changed: readonly Job[]): Promise<void> => {
    jobs = changed;
    last = last.catch(() => {}).then(() => keep(jobs.length === 0 ? null : JSON.stringify(jobs)));
    return last;
  };
  return {
    add: (job) => write([...jobs, job]),
    remove: (promptId) => write(jobs.filter((job) => job.promptId !== promptId)),
  };
}
