import { z } from 'zod';
import { LOADER_KEPT_MS, LOADER_SWEEP_MS, LOADER_VERSION } from '../../../contract/constants.ts';
import { EngineName } from '../../../contract/engine-name.ts';
import type { Outside } from '../../browser/outside.ts';
import type { LoaderState } from '../../state/loader-state.ts';
import { newJob, type RenderJob } from '../../state/render-job.ts';

const KEY = 'vitrine_loader';
/** Progress is written at most this often; a new order or an end at once. */
const WRITE_MS = 1_000;
/** Nobody has more under way; a longer list was not written here. */
const ENTRIES_MAX = 1_000;

const Kept = z.object({
  version: z.literal(LOADER_VERSION),
  userId: z.number(),
  /** When it was written, milliseconds since the epoch. */
  timestamp: z.number(),
  renders: z
    .array(
      z.object({
        id: z.number().int().positive(),
        engine: EngineName.nullable(),
        progress: z.number().min(0).max(100),
        nodeId: z.string().nullable(),
        /** When this device first knew of it. */
        since: z.number(),
      }),
    )
    .max(ENTRIES_MAX),
  /** Of this tab's session. */
  ordered: z.number().int().min(0),
  completed: z.number().int().min(0),
});
type Kept = z.infer<typeof Kept>;

/** What this device remembers of the renders under way, for a reload. */
export interface KeptLoader {
  readonly jobs: readonly RenderJob[];
  readonly ordered: number;
  readonly completed: number;
}

/** The loader's copy in local storage for 24 h, and in the tab's own for 2 h (S3 4). */
export interface LoaderStore {
  /** The newer of both that is not too old, its entries of the last hour; counters are the tab's own. */
  recall(): KeptLoader;
  /** Call after every change of the loader. */
  keep(loader: LoaderState): void;
  /** Writes what is held back: the page may be gone soon. */
  flush(): void;
  /** Flushes and ends. */
  stop(): void;
}

export function createLoaderStore(
  outside: Pick<Outside, 'localStorage' | 'sessionStorage' | 'now'>,
  userId: number,
): LoaderStore {
  const stores = [
    [outside.localStorage, LOADER_KEPT_MS.local],
    [outside.sessionStorage, LOADER_KEPT_MS.session],
  ] as const;
  /** When each render was first known here. */
  const since = new Map<number, number>();
  let held: ReturnType<typeof setTimeout> | null = null;
  let written = '';
  let last: LoaderState | null = null;

  const read = (place: Outside['localStorage'], maxAgeMs: number): Kept | null => {
    const kept = Kept.safeParse(parseJson(attempt(() => place.getItem(KEY))));
    if (!kept.success || kept.data.userId !== userId) return null;
    const now = outside.now();
    if (now - kept.data.timestamp > maxAgeMs) return null;
    const isFresh = (entry: { since: number }): boolean => now - entry.since <= LOADER_KEPT_MS.entry;
    return { ...kept.data, renders: kept.data.renders.filter(isFresh) };
  };
  const write = (): void => {
    if (held !== null) clearTimeout(held);
    held = null;
    if (last === null) return;
    const now = outside.now();
    const renders = last.jobs.flatMap(({ renderId: id, engine, progress, nodeId }) => {
      if (id === null) return [];
      const known = since.get(id) ?? now;
      since.set(id, known);
      return now - known > LOADER_KEPT_MS.entry ? [] : [{ id, engine, progress, nodeId, since: known }];
    });
    const { orderedCount: ordered, completedCount: completed } = last;
    const kept: Kept = { version: LOADER_VERSION, userId, timestamp: now, renders, ordered, completed };
    for (const [place] of stores) attempt(() => place.setItem(KEY, JSON.stringify(kept)));
  };
  const flush = (): void => {
    if (held !== null) write();
  };
  const sweep = (): void => {
    for (const [place, maxAgeMs] of stores) {
      if (read(place, maxAgeMs) === null) attempt(() => place.removeItem(KEY));
    }
    write();
  };
  const sweeping = setInterval(sweep, LOADER_SWEEP_MS);
  return {
    recall() {
      const [local, session] = stores.map(([place, maxAgeMs]) => read(place, maxAgeMs));
      const newer = (session?.timestamp ?? 0) > (local?.timestamp ?? 0) ? session : local;
      for (const { id, since: known } of newer?.renders ?? []) since.set(id, known);
      return {
        jobs: (newer?.renders ?? []).map(({ id, engine, progress, nodeId }) =>
          newJob(`render:${id}`, id, { engine, progress, nodeId, countsPercent: true }),
        ),
        ordered: session?.ordered ?? 0,
        completed: session?.completed ?? 0,
      };
    },
    keep(loader) {
      last = loader;
      const what = JSON.stringify([loader.jobs.map(({ renderId }) => renderId), loader.completedCount]);
      if (what !== written) {
        written = what;
        write();
      } else held ??= setTimeout(write, WRITE_MS);
    },
    flush,
    stop() {
      clearInterval(sweeping);
      flush();
    },
  };
}

function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** A storage may be forbidden or full: then the server's list is all that a reload finds. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
