import { createHeadband, createPadding } from './band.ts';
import { createCushion, createRim, createShell, createSpeakerMesh } from './cup.ts';
import type { Frame, Mesh } from './surface.ts';
import { placeMesh } from './surface.ts';
import { createSlider, createYoke } from './yoke.ts';

export type SampleMaterial = 'Leather' | 'Cup shell' | 'Rim and yoke' | 'Speaker mesh';

interface SamplePart {
  readonly name: string;
  readonly material: SampleMaterial;
  /** Metres, Y up, the wearer looks along +Z. */
  readonly mesh: Mesh;
}

/** Cup angles: the front of the cups and their lower ends come nearer to each other, as on a head. Radians. */
const TOE_IN = 0.11;
const LEAN_IN = 0.055;
/** Half the distance between the two metal rings, metres. */
const RING_X = 0.0705;

/** The wearer's left cup stands at +X (glTF: +Z is the front, -X is right). */
function leftCup(): Frame {
  const [ct, st, cl, sl] = [Math.cos(TOE_IN), Math.sin(TOE_IN), Math.cos(LEAN_IN), Math.sin(LEAN_IN)];
  // Lean about Z first, then toe about Y.
  return {
    origin: [RING_X, 0, 0],
    x: [cl * ct, -sl, cl * st],
    y: [sl * ct, cl, sl * st],
    z: [-st, 0, ct],
  };
}

const MIRROR: Frame = { origin: [0, 0, 0], x: [-1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** All parts of the Aria headphones, about 0.18 m wide and 0.2 m high. */
export function createHeadphones(): SamplePart[] {
  const cup = leftCup();
  const pairs: [string, SampleMaterial, Mesh][] = [
    ['cup shell', 'Cup shell', placeMesh(createShell(), cup)],
    ['rim ring', 'Rim and yoke', placeMesh(createRim(), cup)],
    ['cushion', 'Leather', placeMesh(createCushion(), cup)],
    ['speaker mesh', 'Speaker mesh', placeMesh(createSpeakerMesh(), cup)],
    ['yoke', 'Rim and yoke', placeMesh(createYoke(), cup)],
    ['slider', 'Rim and yoke', createSlider(cup)],
  ];
  return [
    { name: 'Headband', material: 'Leather', mesh: createHeadband() },
    { name: 'Headband padding', material: 'Leather', mesh: createPadding() },
    ...pairs.map(([name, material, mesh]) => ({ name: `Left ${name}`, material, mesh })),
    ...pairs.map(([name, material, mesh]) => ({
      name: `Right ${name}`,
      material,
      mesh: placeMesh(mesh, MIRROR),
    })),
  ];
}
