import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { luminance } from '../../../src/tracer/picture.ts';
import type { SceneTexture } from '../../../src/tracer/scene.ts';
import { toByte } from './develop-picture.ts';
import type { Dice } from './open-dice.ts';

type Triple = readonly [number, number, number];

/** Beside, behind or before the product, but not in the way. */
export function placeThing(
  dice: Dice,
  { position, target }: { readonly position: Triple; readonly target: Triple },
): readonly [number, number] | null {
  const [angle, far] = [dice.between(0, 2 * Math.PI), dice.between(8.5, 20)];
  const [x, z] = [far * Math.sin(angle), far * Math.cos(angle)];
  const [cx, cz] = [position[0] - target[0], position[2] - target[2]];
  const length = Math.hypot(cx, cz);
  const towards = (x * cx + z * cz) / length;
  const beside = Math.abs(x * cz - z * cx) / length;
  if (towards > 0 && beside < 7) return null;
  return towards > length * 0.5 ? null : [x, z];
}

export function plainThing(dice: Dice): BufferGeometry[] {
  const height = dice.logarithmic(1.5, 14);
  const width = dice.between(1, 4.5);
  switch (dice.whole(0, 2)) {
    case 0:
      return [new BoxGeometry(width, height, dice.between(1, 4)).translate(0, height / 2, 0)];
    case 1:
      return [new SphereGeometry(width / 2, 48, 32).translate(0, width / 2, 0)];
    default:
      return [new CylinderGeometry(width / 3, width / 3, height, 48).translate(0, height / 2, 0)];
  }
}

export function otherThing(dice: Dice): BufferGeometry[] {
  const height = dice.logarithmic(2, 11);
  const width = dice.between(1.5, 5);
  switch (dice.whole(0, 3)) {
    case 0:
      return [new ConeGeometry(width / 2, height, 40).translate(0, height / 2, 0)];
    case 1: {
      const leg = (x: number, z: number) =>
        new BoxGeometry(0.3, height, 0.3).translate((x * width) / 2, height / 2, (z * width) / 2);
      return [
        leg(1, 1),
        leg(-1, 1),
        leg(1, -1),
        leg(-1, -1),
        new BoxGeometry(width + 0.6, 0.4, width + 0.6).translate(0, height, 0),
      ];
    }
    case 2:
      return [new TorusGeometry(width / 2, width / 8, 24, 48).translate(0, (width * 5) / 8, 0)];
    default:
      return [new BoxGeometry(width, height, 0.2).rotateX(-0.25).translate(0, height * 0.48, 0)];
  }
}

export function whitish(dice: Dice): Triple {
  const value = dice.between(0.62, 0.86);
  return [value, value * dice.between(0.97, 1), value * dice.between(0.92, 1)];
}

export function woodOrStone(dice: Dice): Triple {
  const value = dice.between(0.12, 0.6);
  const warmth = dice.between(0.45, 1);
  return [value, value * (0.4 + 0.6 * warmth), value * warmth ** 2];
}

/** @param isHued What is darker is also deeper in its colour, as the grain of wood is: twice the depth of a stain squares what it leaves. */
export function floorTexture(dice: Dice, colour: Triple, isHued = false): SceneTexture {
  const sidePx = 64;
  const rgba = new Uint8Array(sidePx * sidePx * 4);
  const kind = dice.pick(['plain', 'planks', 'tiles', 'checker', 'carpet'] as const);
  const shades = Array.from({ length: 64 }, () => dice.between(0.7, 1.15));
  const depth = dice.between(0.3, 0.8);
  const level = luminance(...colour);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      let shade = 1;
      if (kind === 'planks')
        shade = shades[(x >> 4) * 2 + (((y + (x >> 4) * 23) >> 5) & 1)]! * ((x & 15) === 0 ? 0.5 : 1);
      if (kind === 'tiles')
        shade = (x & 31) < 2 || (y & 31) < 2 ? depth : shades[(x >> 5) * 2 + (y >> 5)]! * 0.5 + 0.5;
      if (kind === 'checker') shade = ((x >> 5) + (y >> 5)) % 2 === 0 ? 1 : depth;
      if (kind === 'carpet') shade = dice.between(0.75, 1.2);
      const at = (y * sidePx + x) * 4;
      colour.forEach((value, k) => {
        const tone = isHued ? value ** (1 + Math.log(shade) / Math.log(level)) : value * shade;
        rgba[at + k] = toByte(Math.min(0.9, tone));
      });
      rgba[at + 3] = 255;
    }
  }
  return {
    widthPx: sidePx,
    heightPx: sidePx,
    rgba,
    isSrgb: true,
    wrapS: 'repeat',
    wrapT: 'repeat',
    isSmooth: true,
  };
}
