import { BoxGeometry, CylinderGeometry, LatheGeometry, SphereGeometry, Vector2 } from 'three';

export const box = (x, y, z) => new BoxGeometry(x, y, z);
export const rod = (radius, length) => new CylinderGeometry(radius, radius, length, 24);
export const ball = (radius) => new SphereGeometry(radius, 64, 40);
/** What is turned about the vertical, by pairs of radius and height. */
export const turned = (...pairs) =>
  new LatheGeometry(
    pairs.map((pair) => new Vector2(...pair)),
    96,
  );

/** Walls of an open box, of a thickness. */
export function wallsOf([x, y, z], thick) {
  const at = (k, by) => [0, 1, 2].map((axis) => (axis === k ? by : 0));
  return [
    [box(x, thick, z), at(1, (thick - y) / 2)],
    [box(thick, y, z), at(0, (x - thick) / 2)],
    [box(thick, y, z), at(0, (thick - x) / 2)],
    [box(x, y, thick), at(2, (z - thick) / 2)],
    [box(x, y, thick), at(2, (thick - z) / 2)],
  ];
}
