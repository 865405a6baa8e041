import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { ProjectSettings } from '../../../contract/http/projects.ts';
import { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import type { Step, Steps } from '../../data/command-log.ts';
import type { ProjectRow } from '../../data/db.ts';
import { isSameValue, pickFields } from '../../values/same-value.ts';
import { toStepRows } from './keep-steps.ts';

/** What a page had not written when it was left: a page that goes has no time for the database, and local storage takes none. */
export interface LastWords {
  /** Of the page that left it. */
  readonly pageId: string;
  readonly projectKey: string;
  /** The fields as they were before, and as they are to be. */
  readonly before: Partial<ProjectSettings>;
  readonly after: Partial<ProjectSettings>;
  /** What can be undone; null where the database has it as it is. */
  readonly steps: Steps | null;
  /** Milliseconds since the epoch. */
  readonly leftAt: number;
}

const PLACE = 'vitrine_last_words';
/** Pages that went in the same moment, with a browser that was closed. */
const KEPT_MAX = 20;
/** Characters of JSON that the steps of one page may take: browsers keep 5 million for a site. The oldest fall out. */
const STEPS_MAX_SIZE = 1_000_000;

const Some = ProjectSettings.partial();
/** The command is read as it is when the project opens (read-steps.ts). */
const KeptSteps = z.array(
  z.object({
    position: z.int(),
    at: z.number(),
    size: z.number(),
    ofModel: ContentHash.nullish(),
    language: z.string().optional(),
    command: z.looseObject({}),
  }),
);
const Kept = z.array(
  z.object({
    pageId: z.string(),
    projectKey: z.string(),
    before: z.looseObject({}),
    after: z.looseObject({}),
    steps: z.object({ done: KeptSteps, undone: KeptSteps }).nullish(),
    leftAt: z.number().catch(0),
  }),
);

/**
 * Leaves them, in the moment of the call, in place of what the page has left before. Without room for them they are not left,
 * and without room for the steps those.
 */
export function leaveLastWords(
  { localStorage }: Pick<App['outside'], 'localStorage'>,
  words: LastWords,
): void {
  const others = readOthers(localStorage, words.pageId).slice(1 - KEPT_MAX);
  const steps = words.steps && dropOldest(words.steps);
  if (!write(localStorage, [...others, { ...words, steps }])) {
    write(localStorage, [...others, { ...words, steps: null }]);
  }
}

/** The page has written them: it is still there. */
export function dropLastWords({ localStorage }: Pick<App['outside'], 'localStorage'>, pageId: string): void {
  write(localStorage, readOthers(localStorage, pageId));
}

/** Puts what pages left into the projects that they are about, but for fields that somebody has set since. */
export async function takeLastWords(app: Pick<App, 'db' | 'outside'>): Promise<void> {
  const { localStorage } = app.outside;
  const left = readOthers(localStorage, null);
  if (left.length === 0) return;
  const isWritten = await writeInto(app.db, left);
  if (isWritten) write(localStorage, []);
}

/** False where there is no room, or no database: they are kept. */
async function writeInto(db: App['db'], left: readonly LastWords[]): Promise<boolean> {
  const writing = db.write(async () => {
    for (const words of left) {
      const { projectKey, before, after } = words;
      const row = await db.projects.get(projectKey);
      if (row === undefined) continue;
      const { settings } = row;
      const wanted = Object.keys(after) as (keyof ProjectSettings)[];
      const fields = wanted.filter((field) => isSameValue(settings[field], before[field]));
      await db.projects.update(projectKey, { settings: { ...settings, ...pickFields(after, fields) } });
      const isTrue = (field: keyof ProjectSettings) => isSameValue(settings[field], after[field]);
      const areAllTrue = wanted.every((field) => fields.includes(field) || isTrue(field));
      if (areAllTrue) await putSteps(db, row, words);
    }
  });
  return writing.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return false;
    },
  );
}

/** In place of those of the database, unless another tab has done something after the page had gone. */
async function putSteps(
  db: App['db'],
  { key: projectKey, userId }: ProjectRow,
  { pageId: owner, steps, leftAt }: LastWords,
): Promise<void> {
  if (steps === null) return;
  const stored = await db.steps.where('projectKey').equals(projectKey).toArray();
  if (stored.some(({ step }) => step.at > leftAt)) return;
  await db.steps.bulkDelete(stored.map(({ position }) => [projectKey, position]));
  await db.steps.bulkPut(toStepRows({ projectKey, userId, owner }, steps));
}

type Place = App['outside']['localStorage'];

/** All but those of a page. What cannot be read is nothing. */
function readOthers(place: Place, pageId: string | null): LastWords[] {
  try {
    const kept = Kept.safeParse(JSON.parse(place.getItem(PLACE) ?? '[]'));
    return (kept.data ?? []).flatMap((words) => {
      const [before, after] = [readSome(words.before), readSome(words.after)];
      if (words.pageId === pageId || before === null || after === null) return [];
      return [{ ...words, before, after, steps: (words.steps as Steps | null | undefined) ?? null }];
    });
  } catch {
    return [];
  }
}

/** Fields of a project, and none that are not there. */
function readSome(fields: object): Partial<ProjectSettings> | null {
  const { data } = Some.safeParse(fields);
  if (data === undefined) return null;
  return pickFields(
    // A field that is there has a value: JSON has no other.
    data as Partial<ProjectSettings>,
    (Object.keys(fields) as (keyof ProjectSettings)[]).filter((field) => field in data),
  );
}

/** @returns False where the storage is full or forbidden: the database is on its way all the same. */
function write(place: Place, words: readonly LastWords[]): boolean {
  try {
    if (words.length === 0) place.removeItem(PLACE);
    else place.setItem(PLACE, JSON.stringify(words));
    return true;
  } catch {
    return false;
  }
}

function dropOldest({ done, undone }: Steps): Steps {
  let size = 0;
  const fits = (step: Step): boolean => (size += step.size) <= STEPS_MAX_SIZE;
  return { done: keepLatest(done, fits), undone: keepLatest(undone, fits) };
}

/** As many of the last as there is room for. */
function keepLatest(steps: readonly Step[], fits: (step: Step) => boolean): readonly Step[] {
  const kept = steps.toReversed();
  const end = kept.findIndex((step) => !fits(step));
  return (end === -1 ? kept : kept.slice(0, end)).reverse();
}
