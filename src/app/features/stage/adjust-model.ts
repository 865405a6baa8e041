import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ViewerApi } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { isSameMatrix } from '../../values/same-matrix.ts';
import { isSameValue } from '../../values/same-value.ts';

/** Tells the viewer what changed about the model that it shows already: how it stands, its pose, and what of it is hidden. */
export async function adjustModel(
  app: Pick<App, 'state'>,
  viewer: ViewerApi,
  before: ProjectSettings,
  after: ProjectSettings,
): Promise<void> {
  const { render_settings: old } = before;
  const { render_settings: look, model_normalisation: normalisation } = after;
  const calls: Promise<void>[] = [];
  if (normalisation !== null && !isSameMatrix(normalisation, before.model_normalisation ?? [])) {
    calls.push(viewer.setNormalisation(normalisation));
  }
  if (old.up_axis !== look.up_axis) calls.push(viewer.setUpAxis(look.up_axis));
  const { transform } = app.state;
  // What a person did on the stage stands there already; told again, it would undo what they did since.
  const isThere = isSameMatrix(look.model_transform, transform.reported ?? []);
  if (!isThere && !isSameMatrix(look.model_transform, old.model_transform)) {
    transform.reported = null;
    calls.push(viewer.setModelTransform(look.model_transform, 0));
  }
  if (!isSameValue(old.pose, look.pose)) calls.push(viewer.setPose(look.pose));
  if (!isSameValue(old.hidden_nodes, look.hidden_nodes)) calls.push(viewer.setHiddenNodes(look.hidden_nodes));
  await Promise.all(calls);
}
