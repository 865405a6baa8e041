import type { LabelPlace } from '../../../contract/stage.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';

/**
 * Where on the stage's model a label would lie, as `ask` has the viewer say it.
 *
 * @returns Null beside the product. 'leaving' while the project names another model, which is on its way, or does so by the
 *   time of the answer: it would put a label of that one on the parts of the one before.
 */
export async function askPlace(
  app: Pick<App, 'state'>,
  { api }: { readonly api: ViewerApi },
  ask: (api: ViewerApi) => Promise<LabelPlace | null>,
): Promise<LabelPlace | 'leaving' | null> {
  const isShown = pinModel(app);
  const place = isShown() ? await ask(api) : null;
  return isShown() ? place : 'leaving';
}
