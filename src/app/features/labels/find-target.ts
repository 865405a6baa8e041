import type { Label, LabelTarget } from '../../../contract/scene/label.ts';
import type { App } from '../../core/app.ts';
import { askPlace } from './ask-place.ts';

/** What a label may lie on from where it is now: the part below it, or that part's material. Null where there is none. */
export async function findTarget(
  app: Pick<App, 'state' | 'viewer'>,
  { position, normal }: Pick<Label, 'position' | 'normal'>,
  kind: LabelTarget['kind'],
): Promise<LabelTarget | null> {
  if (kind === 'all') return { kind };
  const viewer = app.viewer.current;
  const place = viewer && (await askPlace(app, viewer, (api) => api.labelPlaceNear(position, normal)));
  if (place === null || place === 'leaving') return null;
  return kind === 'node'
    ? { kind, nodeIndex: place.nodeIndex }
    : { kind, materialIndex: place.materialIndex };
}
