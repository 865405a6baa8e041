import { RECOVERY_DELAY_MS, RECOVERY_RETRIES, RECOVERY_RETRY_MS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { isCancelled } from '../../browser/expected-errors.ts';

/**
 * Runs the recovery of the loader 1.5 s after the start, and up to three times more when the server does not answer, each
 * time after a second longer (S3 4).
 *
 * @param recover Asks the server and merges; rejects when it could not be asked.
 * @returns Function that stops.
 */
export function recoverLoader(recover: () => Promise<void>): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout>;
  const begin = async (attempt: number): Promise<void> => {
    try {
      await recover();
    } catch (error) {
      if (!(error instanceof AppError || isCancelled(error))) throw error;
      if (isOver || attempt > RECOVERY_RETRIES) return;
      timer = setTimeout(() => void begin(attempt + 1), RECOVERY_RETRY_MS * attempt);
    }
  };
  timer = setTimeout(() => void begin(1), RECOVERY_DELAY_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
