import { isSketchSendable } from '../../contract/http/sketches.ts';
import type { SketchRow, SketchStateRow } from '../values/sketch.ts';
import type { Database } from './db.ts';

/** What the server lacks of a project's sketches. */
export interface UnsentSketches {
  readonly changed: readonly SketchRow[];
  /** Those that it has and that are gone from here. */
  readonly deleted: readonly SketchStateRow[];
  /** Too large to be sent: they stay on this device. */
  readonly tooLarge: readonly SketchRow[];
}

/** Compares the sketches of a project on this device with what the server is known to have. */
export async function listUnsentSketches(
  db: Pick<Database, 'sketches' | 'sketchStates'>,
  projectKey: string,
): Promise<UnsentSketches> {
  const [here, states] = await Promise.all([
    db.sketches.where('projectKey').equals(projectKey).toArray(),
    db.sketchStates.where('projectKey').equals(projectKey).toArray(),
  ]);
  return compare(here, states);
}

/** Keys of those of the projects that have sketches which can be sent and were not. Costs one reading of each table. */
export async function listUnsentLight(
  db: Pick<Database, 'sketches' | 'sketchStates'>,
  projectKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const [here, states] = await Promise.all([
    db.sketches.where('projectKey').anyOf(projectKeys).toArray(),
    db.sketchStates.where('projectKey').anyOf(projectKeys).toArray(),
  ]);
  const { changed, deleted } = compare(here, states);
  return new Set([...changed, ...deleted].map(({ projectKey }) => projectKey));
}

function compare(here: readonly SketchRow[], states: readonly SketchStateRow[]): UnsentSketches {
  const sentAt = new Map(states.map((state) => [state.id, state.sentAt]));
  const ids = new Set(here.map(({ id }) => id));
  const unsent = here.filter(({ id, updatedAt }) => sentAt.get(id) !== updatedAt);
  return {
    changed: unsent.filter(({ steps }) => isSketchSendable(steps)),
    deleted: states.filter(({ id }) => !ids.has(id)),
    tooLarge: unsent.filter(({ steps }) => !isSketchSendable(steps)),
  };
}
