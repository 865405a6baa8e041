import type { App } from '../../core/app.ts';

/** What this device keeps for the page, of all people who use it here. */
export interface StorageReport {
  readonly modelBytes: number;
  /** Pictures of libraries and projects, captures, textures. */
  readonly pictureBytes: number;
  /** The app itself and its database; null where the browser does not say. */
  readonly restBytes: number | null;
  readonly quotaBytes: number | null;
  /** False where all of it is gone with the tab. */
  readonly isKept: boolean;
}

/** @throws AppError `device-storage-unavailable`. */
export async function measureStorage(app: Pick<App, 'storage' | 'db' | 'outside'>): Promise<StorageReport> {
  const [stored, models, estimate, kind] = await Promise.all([
    app.storage.list(),
    app.db.run(() => app.db.models.toArray()),
    app.outside.estimateStorage(),
    app.storage.kind(),
  ]);
  const ofModels = new Set(
    models.flatMap(({ hash, originals = [] }) => [hash, ...originals.map((one) => one.hash)]),
  );
  let modelBytes = 0;
  let pictureBytes = 0;
  for (const hash of stored) {
    const bytes = (await app.storage.get(hash))?.size ?? 0;
    if (ofModels.has(hash)) modelBytes += bytes;
    else pictureBytes += bytes;
  }
  const restBytes = estimate === null ? null : Math.max(0, estimate.usage - modelBytes - pictureBytes);
  return {
    modelBytes,
    pictureBytes,
    restBytes,
    quotaBytes: estimate?.quota ?? null,
    isKept: kind !== 'memory',
  };
}
