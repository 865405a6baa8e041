import { BufferAttribute, type Mesh } from 'three';
import { type JudgedTriangles, judgeTriangles, mendPoints } from '../../tracer/gltf/mend-geometry.ts';
import { dropUnusedPoints } from './drop-unused-points.ts';

/**
 * Leaves out the triangles of a mesh that cannot be drawn, so that what is seen here is what the tracer sees, and the points that
 * nothing is drawn with: first, since many shapes may share one long list.
 */
export function dropStrayTriangles({ geometry }: Mesh): JudgedTriangles {
  dropUnusedPoints(geometry);
  const position = geometry.getAttribute('position');
  if (position === undefined) return { kept: null, strayCount: 0, isVisible: false };
  const isPlain = position instanceof BufferAttribute && position.itemSize === 3;
  const points = isPlain ? position.array : readPoints(position);
  const mended = mendPoints(points);
  // Other shapes may read the same numbers.
  if (mended !== null) geometry.setAttribute('position', new BufferAttribute(mended.positions, 3));
  const index = geometry.getIndex();
  const judged = judgeTriangles(mended?.positions ?? points, mended?.bad ?? null, index?.array ?? null);
  if (judged.kept !== null) {
    geometry.setIndex(new BufferAttribute(judged.kept, 1));
    dropUnusedPoints(geometry);
  }
  return judged;
}

function readPoints(position: ReturnType<Mesh['geometry']['getAttribute']>): Float32Array {
  const points = new Float32Array(position.count * 3);
  for (let point = 0; point < position.count; point++) {
    points.set([position.getX(point), position.getY(point), position.getZ(point)], point * 3);
  }
  return points;
}
