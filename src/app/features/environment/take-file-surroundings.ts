import { isCancelled } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { obtainModel } from '../../scene/obtain-model.ts';
import { describeError } from '../../texts/describe-failure.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { importEnvironment, whoseSurroundings } from './import-environment.ts';

/**
 * Makes the surroundings that a model file brings the person's own, as the model stands, and lights the product by them. From then
 * on they are an environment like any other, kept on this device and on the server. What went wrong is said.
 */
export async function takeFileSurroundings(
  app: App,
  { hash, name, report }: Pick<ModelRow, 'hash' | 'name' | 'report'>,
): Promise<void> {
  const frame = currentSettings(app).model_normalisation ?? report.normalisation;
  const title = app.texts().t.environment.ofFileNamed(name.replace(/\.[^.]+$/, ''));
  const meant = whoseSurroundings(app);
  app.state.light.reading += 1;
  try {
    const { glb } = await obtainModel(app, hash, new AbortController().signal);
    await importEnvironment(app, new File([glb], title), meant, [...frame]);
  } catch (error) {
    if (isCancelled(error)) return;
    const texts = app.texts();
    app.toasts.show('error', texts.t.environment.notAdded(title), {
      message: describeError(texts, error),
      cause: error,
    });
  } finally {
    app.state.light.reading -= 1;
  }
}
