import { LABEL_FINISHES } from '../../contract/scene/label.ts';
import * as L from '../kernel/layout.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { SceneLabel } from '../scene.ts';

/** Records of labels (`kernel/layout.ts`); null for none. */
export function packLabels(labels: readonly SceneLabel[]): Float64Array | null {
  if (labels.length === 0) return null;
  const perLabel = L.LABEL_BYTES >> 3;
  const records = new Float64Array(labels.length * perLabel);
  labels.forEach((label, i) => {
    const put = (at: number, ...values: readonly number[]) => records.set(values, i * perLabel + at);
    const turns = label.rotationRadians / (2 * Math.PI);
    const [c, s] = [cosTurns(turns), sinTurns(turns)];
    const { width, height } = label;
    put(L.K_ORIGIN, ...label.origin);
    put(L.K_RIGHT, ...label.right);
    put(L.K_UP, ...label.up);
    put(L.K_NORMAL, ...label.normal);
    put(L.K_TO_PICTURE, c / width, s / width, s / height, -c / height);
    put(L.K_DEPTH, label.depth);
    put(L.K_RADIUS, label.radius);
    put(L.K_OPACITY, label.opacity);
    put(L.K_TEXTURE, label.texture);
    put(L.K_FINISH, LABEL_FINISHES.indexOf(label.finish));
    put(L.K_HAS_UNDERPRINT, label.hasUnderprint ? 1 : 0);
  });
  return records;
}
