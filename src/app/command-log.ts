/** One edit that can be taken back. Both directions must leave the state as they found it before the other. */
export interface Command {
  /** Already in the person's language: "Colour of Seat". */
  readonly label: string;
  readonly do: () => void;
  readonly undo: () => void;
  /**
   * Edits with the same key within {@link MERGE_WINDOW_MS} become one step: a slider drag, a typed sentence. Only for
   * commands that set one thing to a value, so that the latest `do` and the earliest `undo` are the whole.
   */
  readonly mergeKey?: string;
}

export interface CommandLog {
  /** Does it now and makes it the next thing to undo. */
  run(command: Command): void;
  undo(): void;
  redo(): void;
  clear(): void;
  undoLabel(): string | null;
  redoLabel(): string | null;
}

/** A pause in a drag or in typing longer than this starts a new step. */
export const MERGE_WINDOW_MS = 800;
/** Steps kept; the oldest fall out. Each holds only the changed fields, so 200 stay under a megabyte. */
const MAX_STEPS = 200;

interface Step {
  readonly command: Command;
  readonly at: number;
}

/** A fresh, empty log. `onChange` is told after every change of what can be undone. */
export function createCommandLog(now: () => number, onChange: () => void): CommandLog {
  let done: Step[] = [];
  let undone: Step[] = [];
  /** Both set the same thing: undoing the earlier and doing the later is the whole gesture. */
  const merge = (earlier: Command, later: Command): Command => ({ ...later, undo: earlier.undo });
  return {
    run(command) {
      command.do();
      const last = done.at(-1);
      const isSameGesture =
        last !== undefined &&
        undone.length === 0 &&
        command.mergeKey !== undefined &&
        last.command.mergeKey === command.mergeKey &&
        now() - last.at < MERGE_WINDOW_MS;
      if (isSameGesture) done = [...done.slice(0, -1), { command: merge(last.command, command), at: now() }];
      else done = [...done, { command, at: now() }].slice(-MAX_STEPS);
      undone = [];
      onChange();
    },
    undo() {
      const step = done.at(-1);
      if (step === undefined) return;
      step.command.undo();
      done = done.slice(0, -1);
      undone = [...undone, step];
      onChange();
    },
    redo() {
      const step = undone.at(-1);
      if (step === undefined) return;
      step.command.do();
      undone = undone.slice(0, -1);
      done = [...done, { command: step.command, at: 0 }];
      onChange();
    },
    clear() {
      done = [];
      undone = [];
      onChange();
    },
    undoLabel: () => done.at(-1)?.command.label ?? null,
    redoLabel: () => undone.at(-1)?.command.label ?? null,
  };
}
