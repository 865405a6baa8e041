import { LABEL_SIZE } from '../../../contract/constants.ts';
import type { Label } from '../../../contract/scene/label.ts';
import { scaleOf } from '../../../tracer/matrix.ts';

export function clampLength(length: number): number {
  return Math.min(LABEL_SIZE.max, Math.max(LABEL_SIZE.min, length));
}

/** How deep a label reaches, so that it covers a bent place and does not come out behind: half of its size, or of the radius. */
export function depthFor(label: Pick<Label, 'projection' | 'radius' | 'width' | 'height'>): number {
  const { projection, radius, width, height } = label;
  return clampLength(projection === 'wrapped' ? radius / 2 : Math.max(width, height) / 2);
}

/** Units of the normalised frame in a metre of the product: glTF counts metres. */
export function unitsPerMetre(normalisation: readonly number[]): number {
  return scaleOf(normalisation);
}
