import { BufferAttribute, type BufferGeometry, type InterleavedBufferAttribute } from 'three';
import { listUsedPoints, renumberCorners } from '../../tracer/gltf/mend-geometry.ts';

/**
 * Leaves out the points of a shape that nothing is drawn with, such as those of other shapes that share its buffer, so that no
 * box around it counts them. Its attributes are then its own. A corner that names no point still names none.
 */
export function dropUnusedPoints(geometry: BufferGeometry): void {
  const { index, attributes, morphAttributes } = geometry;
  if (index === null || attributes.position === undefined) return;
  const used = listUsedPoints(attributes.position.count, index.count, (at) => index.getX(at));
  if (used === null || used.length === 0) return;
  const { count } = attributes.position;
  geometry.setIndex(new BufferAttribute(renumberCorners(index.array, used, count), 1));
  // Some belong to copies, not to points.
  for (const [name, attribute] of Object.entries(attributes))
    if (attribute.count === count) geometry.setAttribute(name, pick(attribute, used));
  for (const targets of Object.values(morphAttributes)) {
    if (targets === undefined) continue;
    for (const [at, target] of targets.entries()) targets[at] = pick(target as BufferAttribute, used);
  }
  geometry.boundingBox = null;
  geometry.boundingSphere = null;
}

/** The values of these points, as they are packed. */
function pick(attribute: BufferAttribute | InterleavedBufferAttribute, used: Uint32Array): BufferAttribute {
  const { array, itemSize, normalized } = attribute;
  const [stride, offset] =
    'isInterleavedBufferAttribute' in attribute ? [attribute.data.stride, attribute.offset] : [itemSize, 0];
  const picked = new (array.constructor as Float32ArrayConstructor)(used.length * itemSize);
  for (const [place, point] of used.entries())
    for (let cell = 0; cell < itemSize; cell++)
      picked[place * itemSize + cell] = array[point * stride + offset + cell] ?? 0;
  return new BufferAttribute(picked, itemSize, normalized);
}
