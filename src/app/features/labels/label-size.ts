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

/** A label of another width in its own proportions, as near to it as both of its sides may be. */
export function sizeLabel(label: Label, wanted: number): Pick<Label, 'width' | 'height' | 'depth'> {
  const [short, long] = [Math.min(label.width, label.height), Math.max(label.width, label.height)];
  const factor = Math.min(LABEL_SIZE.max / long, Math.max(LABEL_SIZE.min / short, wanted / label.width));
  const width = clampLength(label.width * factor);
  const height = clampLength(label.height * factor);
  return { width, height, depth: depthFor({ ...label, width, height }) };
}

/** From -π to π. */
export function wrapAngle(radians: number): number {
  return radians - 2 * Math.PI * Math.round(radians / (2 * Math.PI));
}
