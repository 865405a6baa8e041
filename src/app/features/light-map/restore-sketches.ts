import type { App } from '../../app.ts';
import type { SketchRow } from '../../sketch.ts';

/** Puts sketches back as they were; those of the ids that are not among them go. */
export async function restoreSketches(
  app: Pick<App, 'db'>,
  ids: readonly string[],
  rows: readonly SketchRow[],
): Promise<void> {
  await app.db.write(async () => {
    await app.db.sketches.bulkDelete([...ids]);
    await app.db.sketches.bulkPut([...rows]);
  });
}
