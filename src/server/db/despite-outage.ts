import { createBackOff, pause } from '../process/wait.ts';
import { isDatabaseAway } from './is-database-away.ts';

/** Between two tries: a PostgreSQL that is started again is there within a second or two. */
const RETRY_MS = { least: 100, most: 1_000 };

/**
 * Does something with the database, and again for as long as that is away. What is asked may have been done although no answer
 * came: done twice, it must come to the same.
 *
 * @param patienceMs Of tries after the first that failed; Infinity tries until `signal` aborts.
 * @throws What the last try ended with; what `signal` aborts with.
 */
export async function despiteOutage<Result>(
  work: () => Promise<Result>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Result> {
  const backOff = createBackOff(RETRY_MS.least, RETRY_MS.most);
  let awaySinceMs: number | null = null;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      awaySinceMs ??= performance.now();
      if (!isDatabaseAway(error) || performance.now() - awaySinceMs >= patienceMs) throw error;
    }
    await pause(backOff.next(), signal);
  }
}
