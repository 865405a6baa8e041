import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../core/app.ts';
import { isSameValue, pickFields } from '../../values/same-value.ts';

/** What a page had not written when it was left: a page that goes has no time for the database, and local storage takes none. */
export interface LastWords {
  /** Of the page that left it. */
  readonly pageId: string;
  readonly projectKey: string;
  /** The fields as they were before, and as they are to be. */
  readonly before: Partial<ProjectSettings>;
  readonly after: Partial<ProjectSettings>;
}

const PLACE = 'vitrine_last_words';
/** Pages that went in the same moment, with a browser that was closed. */
const KEPT_MAX = 20;

const Some = ProjectSettings.partial();
const Kept = z.array(
  z.object({
    pageId: z.string(),
    projectKey: z.string(),
    before: z.looseObject({}),
    after: z.looseObject({}),
  }),
);

/** Leaves them, in the moment of the call, in place of what the page has left before. Without room for them they are not left. */
export function leaveLastWords(
  { localStorage }: Pick<App['outside'], 'localStorage'>,
  words: LastWords,
): void {
  write(localStorage, [...readOthers(localStorage, words.pageId).slice(1 - KEPT_MAX), words]);
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
    for (const { projectKey, before, after } of left) {
      const row = await db.projects.get(projectKey);
      if (row === undefined) continue;
      const fields = (Object.keys(after) as (keyof ProjectSettings)[]).filter((field) =>
        isSameValue(row.settings[field], before[field]),
      );
      await db.projects.update(projectKey, {
        settings: { ...row.settings, ...pickFields(after, fields) },
      });
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

type Place = App['outside']['localStorage'];

/** All but those of a page. What cannot be read is nothing. */
function readOthers(place: Place, pageId: string | null): LastWords[] {
  try {
    const kept = Kept.safeParse(JSON.parse(place.getItem(PLACE) ?? '[]'));
    return (kept.data ?? []).flatMap((words) => {
      const [before, after] = [readSome(words.before), readSome(words.after)];
      return words.pageId === pageId || before === null || after === null
        ? []
        : [{ ...words, before, after }];
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

function write(place: Place, words: readonly LastWords[]): void {
  try {
    if (words.length === 0) place.removeItem(PLACE);
    else place.setItem(PLACE, JSON.stringify(words));
  } catch {
    // A storage that is full or forbidden: the database is on its way all the same.
  }
}
