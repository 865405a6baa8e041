import type { Dexie } from 'dexie';

/** The newer version waits for as long at most. */
const LAST_WORDS_MS = 2_000;

/**
 * Leaves a database alone that a newer version of the page has made something else of: shapes that this one does not know
 * would come back half. Dexie by itself opens it all the same, and goes on with it after an upgrade by another tab.
 *
 * @param onNewer Told once. Where the newer version opens it now, what is written before this resolves, or
 *   {@link LAST_WORDS_MS} have passed, is still kept.
 * @returns Whether the database is a newer version's.
 */
export function guardVersion(dexie: Dexie, onNewer: () => Promise<void> | void): () => boolean {
  let isNewer = false;
  const letGo = (): void => {
    isNewer = true;
    dexie.close({ disableAutoOpen: true });
  };
  dexie.on(
    'ready',
    () => {
      // Dexie's versions are tenths of the browser's.
      if (isNewer || Math.floor(dexie.backendDB().version / 10) <= dexie.verno) return;
      letGo();
      void onNewer();
    },
    true,
  );
  dexie.on('versionchange', ({ newVersion }) => {
    // Deleted, it is made anew by the next call.
    if (newVersion === null || newVersion === 0) return undefined;
    const patience = new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS));
    void Promise.race([Promise.resolve(onNewer()), patience])
      .catch(() => {})
      .finally(letGo);
    return false;
  });
  return () => isNewer;
}
