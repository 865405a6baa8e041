import type { ModelContents } from '../../../contract/model-report.ts';
import type { App } from '../../core/app.ts';
import type { ModelRow } from '../../values/model-table.ts';

/**
 * What a model's file holds. One that was opened before that was looked for is read again, and what is found is kept.
 *
 * @returns Null when its file is not on this device.
 * @throws AppError of `inspectModel`; an AbortError when nobody waits any more.
 */
export async function lookIntoModel(
  app: Pick<App, 'db' | 'storage' | 'compute'>,
  { hash, report }: ModelRow,
  signal: AbortSignal,
): Promise<ModelContents | null> {
  if (report.contents !== undefined) return report.contents;
  const glb = await app.storage.get(hash);
  if (glb === null) return null;
  const { contents } = await app.compute(signal).inspectModel(glb);
  if (contents === undefined) return null;
  await app.db.write(async () => {
    const row = await app.db.models.get(hash);
    if (row !== undefined) await app.db.models.put({ ...row, report: { ...row.report, contents } });
  });
  return contents;
}
