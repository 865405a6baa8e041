import type { App } from '../../core/app.ts';
import type { Step, StepRow, Steps } from '../../data/command-log.ts';

/** Keeps on this device what can be undone in the open project. */
export interface StepKeeper {
  /** The log is as this device has it: a project was opened. */
  adopt(): void;
  /** Whether this device has the log as it is. */
  hasWritten(steps: Steps): boolean;
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
    hasWritten: (steps) => userId === null || steps === known,
    async write(projectKey, steps) {
      if (userId === null || steps === known) return;
      const next = byPosition(steps);
      const whose = { projectKey, userId, owner };
      await app.db.write(async () => {
        const first = await app.db.steps.where('projectKey').equals(projectKey).first();
        if (first?.owner !== owner) {
          await app.db.steps.where('projectKey').equals(projectKey).delete();
          await app.db.steps.bulkPut(toStepRows(whose, steps));
          return;
        }
        const gone = [...kept.keys()].filter((position) => !next.has(position));
        await app.db.steps.bulkDelete(gone.map((position) => [projectKey, position]));
        const changed = [...next].filter(([position, { step, isDone }]) => {
          const before = kept.get(position);
          return before?.step !== step || before.isDone !== isDone;
        });
        await app.db.steps.bulkPut(changed.map(([, entry]) => toRow(whose, entry)));
      });
      known = steps;
      kept = next;
    },
  };
}

/** What a step is kept with. */
type Whose = Pick<StepRow, 'projectKey' | 'userId' | 'owner'>;

/** All of a log, as the database has it. */
export function toStepRows(whose: Whose, steps: Steps): StepRow[] {
  return [...byPosition(steps).values()].map((entry) => toRow(whose, entry));
}

function toRow(whose: Whose, { step, isDone }: Kept): StepRow {
  return { ...whose, position: step.position, isDone, step };
}

function byPosition({ done, undone }: Steps): ReadonlyMap<number, Kept> {
  return new Map<number, Kept>([
    ...done.map((step) => [step.position, { step, isDone: true }] as const),
    ...undone.map((step) => [step.position, { step, isDone: false }] as const),
  ]);
}
