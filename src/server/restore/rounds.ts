import { type Closers, createClosers } from '../process/closers.ts';
import type { RestoreOutcome } from './restore-asked.ts';

/** What a server knows of those that this process was before, and how it is followed by another. */
export interface Round {
  /** What came of the restore before it; null where there was none. */
  readonly outcome: RestoreOutcome | null;
  /** Ends this one, and begins another with what stands in DATA_DIR then. */
  beginAnew(outcome: RestoreOutcome | null): void;
}

/** Servers of one process, one after the other: into a restore, and out of it. Whoever started the process sees one. */
export interface Rounds {
  /** Of the present one. */
  readonly closers: Closers;
  /** Runs until the process is told to end. @throws What a start throws. */
  run(start: (closers: Closers, round: Round) => Promise<void>): Promise<void>;
}

export function createRounds(): Rounds {
  let closers = createClosers();
  return {
    get closers() {
      return closers;
    },
    async run(start) {
      let outcome: RestoreOutcome | null = null;
      for (;;) {
        const mine = closers;
        let ask: (outcome: RestoreOutcome | null) => void = () => {};
        const asked = new Promise<RestoreOutcome | null>((resolve) => {
          ask = resolve;
        });
        await start(mine, { outcome, beginAnew: ask });
        outcome = await asked;
        // The process is about to end: what was asked for is found by the next.
        if (mine.isClosing) return;
        await mine.closeAll();
        closers = createClosers();
      }
    },
  };
}
