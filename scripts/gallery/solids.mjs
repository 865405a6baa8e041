import { BufferAttribute, BufferGeometry, SphereGeometry, TubeGeometry, Vector3 } from 'three';

/** A tube along a curve that gets thinner. @param from Radius at its beginning, @param to at its end; metres. */
export function taper(curve, from, to) {
  const [along, around] = [96, 48];
  const tube = new TubeGeometry(curve, along, 1, around);
  const position = tube.attributes.position;
  const normal = tube.attributes.normal;
  for (let i = 0; i < position.count; i++) {
    const share = Math.floor(i / (around + 1)) / along;
    const middle = curve.getPointAt(share);
    const radius = from + (to - from) * share;
    const out = new Vector3().fromBufferAttribute(normal, i).multiplyScalar(radius);
    position.setXYZ(i, middle.x + out.x, middle.y + out.y, middle.z + out.z);
  }
  return tube;
}

/**
 * A stuffed square: its outline is drawn in between pointed corners, and it is thin at the seam.
 *
 * @param half Half its side. @param thickness Half its thickness; metres.
 */
export function pillow(half, thickness) {
  const geometry = new SphereGeometry(1, 240, 160).rotateX(Math.PI / 2);
  const position = geometry.attributes.position;
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const angle = Math.atan2(y, x);
    const out = Math.asin(Math.min(1, Math.hypot(x, y))) / (Math.PI / 2);
    // Half way between a square and a circle, so that no edge is sharp.
    const square = (Math.abs(Math.cos(angle)) ** 7 + Math.abs(Math.sin(angle)) ** 7) ** (-1 / 7);
    const drawnIn = 1 - 0.07 * Math.cos(2 * angle) ** 2 * out;
    const reach = half * out * square * drawnIn;
    const fold = 1 + 0.02 * Math.sin(13 * angle + 0.7) * out ** 5;
    const height = thickness * (1 - out ** 3.2) ** 0.8 * fold;
    position.setXYZ(i, Math.cos(angle) * reach, Math.sin(angle) * reach, Math.sign(z) * height);
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** A brilliant cut, girdle at y 0. Proportions of Tolkowsky: table 53 %, crown 34.5°, pavilion 40.75°. @param radius Metres. */
export function brilliant(radius) {
  const ring = (count, share, y, shift) =>
    Array.from({ length: count }, (_, i) => {
      const angle = ((i + shift) / count) * 2 * Math.PI;
      return [radius * share * Math.cos(angle), radius * y, radius * share * Math.sin(angle)];
    });
  const crown = (1 - 0.53) * Math.tan((34.5 * Math.PI) / 180);
  const pavilion = Math.tan((40.75 * Math.PI) / 180);
  const table = ring(8, 0.53, 0.02 + crown, 0.5);
  const star = ring(8, 0.76, 0.02 + crown * 0.56, 0);
  const upper = ring(16, 1, 0.02, 0);
  const lower = ring(16, 1, -0.02, 0);
  const culet = [0, -0.02 * radius - pavilion * radius, 0];
  const half = ring(8, 0.42, -0.02 - pavilion * 0.6, 0);
  const faces = [];
  const top = [0, table[0][1], 0];
  for (let i = 0; i < 8; i++) {
    const next = (i + 1) % 8;
    const at = (list, k) => list[((k % list.length) + list.length) % list.length];
    faces.push([top, at(table, i), at(table, i - 1)].reverse());
    // Star, kites in two halves, upper girdle facets.
    faces.push([at(table, i - 1), at(star, i), at(table, i)]);
    faces.push(
      [at(table, i), at(star, i), at(upper, 2 * i + 1)],
      [at(table, i), at(upper, 2 * i + 1), at(star, next)],
    );
    faces.push(
      [at(star, i), at(upper, 2 * i), at(upper, 2 * i + 1)],
      [at(star, i), at(upper, 2 * i - 1), at(upper, 2 * i)],
    );
    // Lower girdle facets and pavilion mains.
    faces.push(
      [at(half, i), at(lower, 2 * i + 1), at(lower, 2 * i)],
      [at(half, i), at(lower, 2 * i), at(lower, 2 * i - 1)],
    );
    faces.push([at(half, i), at(half, next), at(lower, 2 * i + 1)]);
    faces.push([culet, at(half, next), at(half, i)]);
  }
  for (let i = 0; i < 16; i++) {
    const next = (i + 1) % 16;
    faces.push([upper[i], lower[next], lower[i]], [upper[i], upper[next], lower[next]]);
  }
  const positions = faces.flatMap((face) => {
    const [a, b, c] = face;
    const side = (p, q, k) => q[k] - p[k];
    const [u, v] = [[0, 1, 2].map((k) => side(a, b, k)), [0, 1, 2].map((k) => side(a, c, k))];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const middle = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3);
    const isOutward = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * middle[2] > 0;
    return (isOutward ? [a, b, c] : [a, c, b]).flat();
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  return geometry;
}
