import type { Program } from '../engine/find-program.ts';
import type { Arguments, OptionPlans } from '../options/read-arguments.ts';
import type { Reporter } from '../output/reporter.ts';

/** What a command has around it. */
export interface Outside {
  readonly program: Program;
  /** Folder that a person's paths begin in. */
  readonly cwd: string;
  readonly tell: Reporter;
  /** Fires when the process is told to end: work is dropped within 0.3 s, and nothing is left half written. */
  readonly signal: AbortSignal;
}

/** One thing that `vitrine` does, with what its help says. */
export interface Command {
  readonly name: string;
  /** What stands behind the name. */
  readonly usage: string;
  readonly about: string;
  readonly options: OptionPlans;
  /** Sentences and examples below the options. */
  readonly notes: readonly string[];
  /**
   * @throws UsageError for what must be called differently, AppError for what could not be done, an `AbortError` after
   *   the signal.
   */
  run(args: Arguments, outside: Outside): Promise<void>;
}
