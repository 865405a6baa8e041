import type { App } from '../../core/app.ts';
import type { SketchRow } from '../../values/sketch.ts';

/**
 * Puts sketches back as they were; those of the ids that are not among them go. Those of steps of an older version, which
 * do not say whose they are, belong to the model that the project shows.
 */
export async function restoreSketches(
  app: Pick<App, 'db' | 'state' | 'outside'>,
  ids: readonly string[],
  rows: readonly SketchRow[],
): Promise<void> {
  const { model_hash: shown } = app.state.project.settings;
  const sketches = rows.map((row) => (row.modelHash === undefined ? { ...row, modelHash: shown } : row));
  await app.db.write(async () => {
    const known = await app.db.sketches.bulkGet(sketches.map(({ id }) => id));
    await app.db.sketches.bulkDelete([...ids]);
    // A state that comes back is the latest again, here and on other devices.
    await app.db.sketches.bulkPut(
      sketches.map((row, index) => ({
        ...row,
        updatedAt: Math.max(app.outside.now(), row.updatedAt, known[index]?.updatedAt ?? 0) + 1,
      })),
    );
  });
}
