import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { libraryQuery, loadLibraryImage } from '../../scene/library.ts';
import { listItemFiles } from './list-absent.ts';

/** The page's start is over by then, with its model and pictures, and what was edited has been sent. */
const REST_MS = 90_000;
/** Kept of materials that everybody has: those that Vitrine brings are 5.7 MB. */
const KEPT_MAX_BYTES = 12_000_000;

/**
 * Brings the materials that everybody has to this device, once, when the page is at rest: they can be chosen and drawn
 * without a connection from then on.
 *
 * @param onError Told about bugs; what cannot be had now comes another day.
 * @returns Function that gives it up.
 */
export function keepStarterAtRest(app: App, onError: (error: unknown) => void): () => void {
  const { project, stage, shell, progress } = app.state;
  const ending = new AbortController();
  let isKeeping = false;
  const isAtRest = (): boolean =>
    project.status === 'ready' &&
    stage.load === null &&
    shell.uploadFraction === null &&
    shell.pendingChanges === 0 &&
    progress.here === null &&
    app.outside.page.isVisible() &&
    app.reachability.connection() === 'online' &&
    !app.outside.device.savesData();
  const keep = async (): Promise<void> => {
    if (isKeeping || !isAtRest()) return;
    isKeeping = true;
    try {
      if (await keepStarter(app, ending.signal, isAtRest)) clearInterval(timer);
    } catch (error) {
      clearInterval(timer);
      if (!(error instanceof AppError) && !ending.signal.aborted) onError(error);
    }
    isKeeping = false;
  };
  const timer = setInterval(() => void keep(), REST_MS);
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

/**
 * Brings them, one after the other, as long as the page is at rest. What was brought once and is gone was freed, and stays so.
 * What is listed no more is forgotten: the row keeps the files that it names.
 *
 * @returns False where the page had something else to do before all of them were here.
 * @throws AppError as `loadLibraryImage`; an AbortError.
 */
export async function keepStarter(app: App, signal: AbortSignal, isAtRest: () => boolean): Promise<boolean> {
  const key = `library:${app.state.account.userId}:brought`;
  const items = await app.queries.ensureQueryData(libraryQuery(app, 'material'));
  const row = await app.db.run(() => app.db.kv.get(key));
  const files = items.filter(({ user }) => user === null).flatMap(listItemFiles);
  const listed = new Set<unknown>(files.map(({ hash }) => hash));
  const known: readonly unknown[] = Array.isArray(row?.value) ? row.value : [];
  const brought = new Set(known.filter((hash) => listed.has(hash)));
  if (brought.size < known.length) await app.db.run(() => app.db.kv.put({ key, value: [...brought] }));
  let bytes = 0;
  for (const { hash, url } of files) {
    const stored = await app.storage.get(hash);
    if (stored === null && brought.has(hash)) continue;
    if (bytes >= KEPT_MAX_BYTES) return true;
    if (!isAtRest()) return false;
    bytes += (stored ?? (await loadLibraryImage(app, 'material', hash, url, signal))).size;
    signal.throwIfAborted();
    if (brought.has(hash)) continue;
    brought.add(hash);
    await app.db.run(() => app.db.kv.put({ key, value: [...brought] }));
  }
  return true;
}
