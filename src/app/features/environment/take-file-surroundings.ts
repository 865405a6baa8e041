import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { importEnvironment } from './import-environment.ts';

/**
 * Makes the surroundings that a model file brings the person's own, as the model stands, and lights the product by them. From then
 * on they are an environment like any other, kept on this device and on the server. What went wrong is said.
 */
export async function takeFileSurroundings(
  app: App,
  { hash, name, report }: Pick<ModelRow, 'hash' | 'name' | 'report'>,
  signal?: AbortSignal,
): Promise<void> {
  const glb = await app.storage.get(hash);
  if (glb === null) return;
  const frame = currentSettings(app).model_normalisation ?? report.normalisation;
  const title = app.texts().t.environment.ofFileNamed(name.replace(/\.[^.]+$/, ''));
  await importEnvironment(app, new File([glb], title), signal, [...frame]);
}
