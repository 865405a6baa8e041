import type { Folders } from './folders.ts';
import type { Queue } from './queue.ts';
import type { Worker } from './run-jobs.ts';
import type { Switches } from './switches.ts';

/** What the routes of one server share. */
export interface Site {
  readonly switches: Switches;
  readonly folders: Folders;
  readonly queue: Queue;
  readonly worker: Worker;
  readonly journal: { queued(promptId: string): void };
}
