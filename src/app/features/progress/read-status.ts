/** What a word of an engine or of a render record means for the loader. */
export type Status = 'starting' | 'processing' | 'queued' | 'completed' | 'cancelled' | 'error' | 'hidden';

/** Every word that S3 3 and S3 4 print for a status, in one map (I6). */
const WORDS: Readonly<Record<string, Status>> = {
  starting: 'starting',
  assigning: 'starting',
  progress: 'processing',
  processing: 'processing',
  in_progress: 'processing',
  started: 'processing',
  rendering: 'processing',
  queued: 'queued',
  waiting: 'queued',
  pending: 'queued',
  completed: 'completed',
  cancelled: 'cancelled',
  error: 'error',
  failed: 'error',
  closed: 'hidden',
  'clear-all': 'hidden',
};

/**
 * An unknown word is processing (I6).
 *
 * @param warn Gets a line for the log about it.
 */
export function readStatus(word: string, warn: (message: string) => void): Status {
  const status = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (status !== undefined) return status;
  warn(`Unknown status of a render: ${word.slice(0, 100)}`);
  return 'processing';
}
