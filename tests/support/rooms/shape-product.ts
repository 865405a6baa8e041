import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2,
} from 'three';
import type { Dice } from './open-dice.ts';

/** A product in the stage frame: centred, its largest side 10. */
export interface ShapedProduct {
  readonly parts: BufferGeometry[];
  readonly bounds: [number, number, number, number, number, number];
}

export function shapeProduct(dice: Dice): ShapedProduct {
  const parts = chooseShape(dice);
  const turn = dice.between(0, 2 * Math.PI);
  const bounds: ShapedProduct['bounds'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    part.rotateY(turn);
    part.computeBoundingBox();
    const { min, max } = part.boundingBox!;
    [min.x, min.y, min.z].forEach((value, k) => {
      bounds[k] = Math.min(bounds[k]!, value);
    });
    [max.x, max.y, max.z].forEach((value, k) => {
      bounds[k + 3] = Math.max(bounds[k + 3]!, value);
    });
  }
  const middle = [0, 1, 2].map((k) => (bounds[k]! + bounds[k + 3]!) / 2) as [number, number, number];
  const scale = 10 / Math.max(...[0, 1, 2].map((k) => bounds[k + 3]! - bounds[k]!));
  for (const part of parts) part.translate(-middle[0], -middle[1], -middle[2]).scale(scale, scale, scale);
  return {
    parts,
    bounds: bounds.map((value, at) => (value - middle[at % 3]!) * scale) as ShapedProduct['bounds'],
  };
}

function chooseShape(dice: Dice): BufferGeometry[] {
  const box = (w: number, h: number, d: number, x: number, y: number, z: number) =>
    new BoxGeometry(w, h, d).translate(x, y, z);
  switch (dice.whole(0, 5)) {
    case 0: {
      const leg = (x: number, z: number) => box(0.4, 4.5, 0.4, x, 2.25, z);
      return [
        leg(-2, -2),
        leg(2, -2),
        leg(-2, 2),
        leg(2, 2),
        box(4.6, 0.5, 4.6, 0, 4.7, 0),
        box(4.6, 5, 0.4, 0, 7.3, -2.1),
      ];
    }
    case 1:
      return [
        new LatheGeometry(
          [
            [0, 0],
            [1.6, 0],
            [1.7, 0.3],
            [1.7, 6],
            [0.6, 8],
            [0.6, 10],
            [0, 10],
          ].map(([x = 0, y = 0]) => new Vector2(x, y)),
          48,
        ),
      ];
    case 2:
      return [box(dice.between(3, 9), dice.between(3, 8), dice.between(3, 7), 0, 0, 0)];
    case 3:
      return [
        box(8, 2, 4, 0, 1.6, 0),
        box(8, 4, 1, 0, 3, -2),
        box(1, 3.2, 4, -4.2, 1.9, 0),
        box(1, 3.2, 4, 4.2, 1.9, 0),
        box(7.6, 0.6, 3.6, 0, 0.3, 0),
      ];
    case 4:
      return [
        new CylinderGeometry(1.8, 2, 0.4, 40).translate(0, 0.2, 0),
        new CylinderGeometry(0.2, 0.2, 6, 16).translate(0, 3.2, 0),
        new CylinderGeometry(1.6, 2.6, 3, 40).translate(0, 7.5, 0),
      ];
    default:
      return [new SphereGeometry(4, 48, 32).translate(0, 4, 0)];
  }
}
