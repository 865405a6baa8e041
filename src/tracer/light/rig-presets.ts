import type { LightRig, LightRole, RigLight, RigPreset } from '../../contract/scene/light-rig.ts';
import { chooseLightRig } from './choose-light-rig.ts';

/** Role, azimuth, elevation, distance, width, height, share of the light; and what else differs from a white softbox. */
type Plan = readonly [
  role: LightRole,
  azimuthDegrees: number,
  elevationDegrees: number,
  distance: number,
  width: number,
  height: number,
  share: number,
  other?: Partial<Pick<RigLight, 'shape' | 'kelvin'>>,
];

interface RigPlan {
  readonly lights: readonly Plan[];
  readonly surroundings: LightRig['surroundings'];
  readonly level?: number;
}

const OCTAGON = { shape: 'octagon' } as const;

const PLANS: Readonly<Record<RigPreset, RigPlan>> = {
  // A large octagon from the upper left, a soft one that opens the shadows.
  soft: {
    surroundings: null,
    lights: [
      ['key', -40, 38, 4, 4.5, 4.5, 0.55, OCTAGON],
      ['fill', 55, 20, 5, 5, 5, 0.22, OCTAGON],
      ['top', 0, 82, 4, 4, 4, 0.23],
    ],
  },
  // Bright behind, dark at the edges: what is behind shines through, and strips draw the outline.
  glass: {
    surroundings: 0.22,
    lights: [
      ['back', 180, 16, 5, 9, 6, 0.5],
      ['strip', -82, 8, 4, 0.7, 7, 0.2],
      ['strip', 82, 8, 4, 0.7, 7, 0.2],
      ['top', 0, 84, 4, 3, 3, 0.1],
    ],
  },
  // Black has nothing but what it reflects: long strips along both sides, and one above.
  blackGloss: {
    surroundings: 0.12,
    level: 1.35,
    lights: [
      ['strip', -62, 6, 4, 1.1, 8, 0.34],
      ['rim', 128, 14, 4, 1, 8, 0.3],
      ['top', 0, 68, 4, 6, 1.6, 0.36],
    ],
  },
  // Wide soft light above, which brushed metal spreads across its grain, and an edge of it from both sides.
  metal: {
    surroundings: 0.2,
    lights: [
      ['top', -12, 62, 4, 7, 3, 0.45],
      ['strip', -74, 10, 4, 1.6, 7, 0.3],
      ['rim', 140, 24, 4.5, 1.4, 6, 0.25],
    ],
  },
  // A small light that rakes across the weave.
  textile: {
    surroundings: 0.22,
    lights: [
      ['key', -78, 24, 5, 1.5, 1.5, 0.62, OCTAGON],
      ['fill', 48, 30, 6, 5, 5, 0.2],
      ['rim', 150, 45, 5, 3, 1.2, 0.18],
    ],
  },
  // From both sides and above, with as much again from all around: shadows are light, and white stays off its edge.
  white: {
    surroundings: 0.42,
    lights: [
      ['key', -58, 28, 4, 5, 6, 0.38],
      ['fill', 58, 28, 4, 5, 6, 0.3],
      ['top', 0, 80, 4, 5, 5, 0.32],
    ],
  },
  // Small bright points that facets break, over one soft light that shows the metal.
  jewellery: {
    surroundings: 0.25,
    lights: [
      ['top', 0, 74, 4, 4.5, 4.5, 0.42, OCTAGON],
      ['key', -52, 40, 5, 0.35, 0.35, 0.16],
      ['key', 38, 52, 5, 0.3, 0.3, 0.14],
      ['rim', 165, 36, 5, 0.35, 0.35, 0.14],
      ['strip', -96, 10, 4, 0.8, 6, 0.14],
    ],
  },
  // Two tall strips that reach below the product, one of them narrower.
  bottle: {
    surroundings: 0.25,
    lights: [
      ['strip', -58, 0, 3.5, 1.6, 7, 0.42],
      ['strip', 70, 0, 3.5, 0.8, 7, 0.22],
      ['rim', 165, 30, 4.5, 4, 1.4, 0.2],
      ['top', 0, 84, 4, 3, 3, 0.16],
    ],
  },
  // A warm window behind to the left, as at a breakfast table.
  food: {
    surroundings: 0.26,
    lights: [
      ['window', -132, 32, 4.5, 4.5, 4, 0.66, { kelvin: 5_000 }],
      ['fill', 40, 26, 6, 5, 5, 0.22, { kelvin: 5_200 }],
      ['top', 0, 80, 5, 3, 3, 0.12],
    ],
  },
  // One light from the side, an edge from behind, and the dark.
  drama: {
    surroundings: 0.04,
    lights: [
      ['key', -98, 26, 4, 1.6, 3.4, 0.6],
      ['rim', 148, 32, 4.5, 1, 5, 0.4, { kelvin: 6_500 }],
    ],
  },
  // A tall window on the left, cool, with the room for a fill.
  window: {
    surroundings: 0.3,
    lights: [
      ['window', -76, 20, 3.5, 4.5, 5.5, 0.88, { kelvin: 6_400 }],
      ['fill', 96, 18, 6, 6, 6, 0.12],
    ],
  },
  // A small, warm, hard light, and a cool sky above.
  sun: {
    surroundings: 0.24,
    lights: [
      ['sun', -38, 42, 20, 0.6, 0.6, 0.7, { ...OCTAGON, kelvin: 5_000 }],
      ['top', 0, 86, 8, 16, 16, 0.3, { kelvin: 8_000 }],
    ],
  },
};

/** A rig for a kind of product, as bright as the house's: as much light in all arrives at the product. */
export function openRigPreset(preset: RigPreset): LightRig {
  const { lights, surroundings, level = 1 } = PLANS[preset];
  const whole = chooseLightRig(0, 0).lights.reduce((sum, { intensity }) => sum + intensity, 0);
  return {
    name: '',
    preset,
    soloId: null,
    surroundings,
    level,
    lights: lights.map(
      ([role, azimuthDegrees, elevationDegrees, distance, width, height, share, other], index) => ({
        id: `${role}-${index + 1}`,
        role,
        shape: 'rectangle',
        azimuthDegrees,
        elevationDegrees,
        distance,
        width,
        height,
        kelvin: 5_600,
        intensity: Math.round(100 * share * whole) / 100,
        isOn: true,
        ...other,
      }),
    ),
  };
}
