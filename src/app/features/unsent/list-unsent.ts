import type { App } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import { listUnsentLight } from '../../data/list-unsent-sketches.ts';
import type { OutboxRow, OutboxWork } from '../../data/outbox-row.ts';
import { listDirtyFields } from '../../values/dirty-fields.ts';
import type { EnvironmentRow } from '../../values/environment-row.ts';
import type { LookRow } from '../../values/look-row.ts';

/** A row of the outbox with what names it. */
export interface UnsentWork {
  readonly kind: 'work';
  readonly id: string;
  /** `asks` waits for the person; `refused` is not sent again by itself. */
  readonly state: 'sending' | 'waiting' | 'asks' | 'refused';
  readonly row: OutboxRow;
  /** What it goes after, and is refused with; null for what stands for itself. */
  readonly cause: UnsentWork | null;
  /** Undefined for one that is not on this device any more. */
  readonly project: ProjectRow | undefined;
  readonly look: LookRow | undefined;
  readonly environment: EnvironmentRow | undefined;
}

/** A project with edits, or painted light, that no save has been asked for. */
export interface UnsavedProject {
  readonly kind: 'project';
  readonly id: string;
  readonly state: 'unsaved';
  readonly project: ProjectRow;
  /** Light that was painted in it goes with the save. */
  readonly hasLight: boolean;
}

export type Unsent = UnsentWork | UnsavedProject;

const STATES = { sending: 'sending', ready: 'waiting', parked: 'asks', dead: 'refused' } as const;
/** What needs the person stands first. */
const ORDER: readonly Unsent['state'][] = ['refused', 'asks', 'sending', 'waiting', 'unsaved'];
/** Work that brings the edits of a project. */
const SAVES = new Set<OutboxWork['kind']>(['create-project', 'save-project']);

/**
 * All that this device has of a person and the server does not: what was refused, what waits and what was not saved, in
 * this order and the oldest first. Costs one reading of each table, however many rows there are.
 */
export async function listUnsent({ db }: Pick<App, 'db'>, userId: number): Promise<Unsent[]> {
  const [rows, projects, looks, environments] = await Promise.all([
    db.outbox.where('userId').equals(userId).sortBy('seq'),
    db.projects.where('userId').equals(userId).toArray(),
    db.looks.where('userId').equals(userId).toArray(),
    db.environments.where('userId').equals(userId).toArray(),
  ]);
  const projectOf = new Map(projects.map((project) => [project.key, project]));
  const lookOf = new Map(looks.map((look) => [look.id, look]));
  const environmentOf = new Map(environments.map((environment) => [environment.id, environment]));
  const works = new Map<string, UnsentWork>();
  for (const row of rows) {
    const { key, work, dependsOn } = row;
    works.set(key, {
      kind: 'work',
      id: key,
      state: STATES[row.state],
      row,
      cause: (dependsOn === null ? undefined : works.get(dependsOn)) ?? null,
      project: projectOf.get(row.projectKey),
      look: work.kind === 'sync-look' ? lookOf.get(work.lookId) : undefined,
      environment: work.kind === 'sync-environment' ? environmentOf.get(work.environmentId) : undefined,
    });
  }
  const keysOf = (isMeant: (kind: OutboxWork['kind']) => boolean): Set<string> =>
    new Set(rows.filter(({ work }) => isMeant(work.kind)).map(({ projectKey }) => projectKey));
  const saved = keysOf((kind) => SAVES.has(kind));
  const withViews = keysOf((kind) => kind === 'sync-views');
  const withLight = keysOf((kind) => kind === 'sync-sketches');
  const open = projects.filter(({ key }) => !saved.has(key));
  const lit = await listUnsentLight(
    db,
    open.flatMap(({ key }) => (withLight.has(key) ? [] : [key])),
  );
  const unsaved = open
    .filter((project) => lit.has(project.key) || isUnsaved(project, withViews.has(project.key)))
    .map((project): UnsavedProject => {
      const { key } = project;
      return { kind: 'project', id: key, state: 'unsaved', project, hasLight: lit.has(key) };
    });
  const all = [...works.values(), ...unsaved];
  return ORDER.flatMap((state) => all.filter((one) => one.state === state));
}

/** @param sendsViews Its saved views are in a row of their own. */
function isUnsaved({ serverId, settings, saved }: ProjectRow, sendsViews: boolean): boolean {
  const fields = listDirtyFields(settings, saved);
  return serverId === null || fields.some((field) => field !== 'camera_views' || !sendsViews);
}

/** What has to be tried again for it: of what waits for another, that one. */
export function rootOf(work: UnsentWork): UnsentWork {
  return work.cause === null || work.cause.state !== work.state ? work : rootOf(work.cause);
}
