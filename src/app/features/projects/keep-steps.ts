import type { App } from '../../core/app.ts';
import type { Step, Steps } from '../../data/command-log.ts';

/** Keeps on this device what can be undone in the open project. */
export interface StepKeeper {
  /** The log is as this device has it: a project was opened. */
  adopt(): void;
  /**
   * Writes what is new in the log. Of two tabs the one that edited last is kept, whole: steps of two people's hands in one row of
   * steps would undo each other.
   */
  write(projectKey: string, steps: Steps): Promise<void>;
}

interface Kept {
  readonly step: Step;
  readonly isDone: boolean;
}

/** For the person who is signed in now. */
export function keepSteps(app: Pick<App, 'db' | 'commands' | 'state' | 'outside'>): StepKeeper {
  const { userId } = app.state.account;
  const owner = app.outside.randomUuid();
  let known = app.commands.steps();
  let kept = byPosition(known);
  return {
    adopt() {
      known = app.commands.steps();
      kept = byPosition(known);
    },
    async write(projectKey, steps) {
      if (userId === null || steps === known) return;
      const next = byPosition(steps);
      const toRow = ([position, { step, isDone }]: readonly [number, Kept]) => ({
        projectKey,
        position,
        userId,
        owner,
        isDone,
        step,
      });
      await app.db.write(async () => {
        const first = await app.db.steps.where('projectKey').equals(projectKey).first();
        if (first?.owner !== owner) {
          await app.db.steps.where('projectKey').equals(projectKey).delete();
          await app.db.steps.bulkPut([...next].map(toRow));
          return;
        }
        const gone = [...kept.keys()].filter((position) => !next.has(position));
        await app.db.steps.bulkDelete(gone.map((position) => [projectKey, position]));
        const changed = [...next].filter(([position, { step, isDone }]) => {
          const before = kept.get(position);
          return before?.step !== step || before.isDone !== isDone;
        });
        await app.db.steps.bulkPut(changed.map(toRow));
      });
      known = steps;
      kept = next;
    },
  };
}

function byPosition({ done, undone }: Steps): ReadonlyMap<number, Kept> {
  return new Map<number, Kept>([
    ...done.map((step) => [step.position, { step, isDone: true }] as const),
    ...undone.map((step) => [step.position, { step, isDone: false }] as const),
  ]);
}
