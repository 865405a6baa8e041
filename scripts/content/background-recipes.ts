import type { Rgb } from './colour.ts';
import { fromHex, fromLinear, toLinear } from './colour.ts';
import type { Text } from './material-recipe.ts';
import { bell, clamp, createFbm, createPerlin, createWorley, hash, mix, smoothstep } from './noise.ts';
import type { Painter } from './picture.ts';

export interface BackgroundRecipe {
  readonly slug: string;
  readonly name: Text;
  readonly createPainter: () => Painter;
}

interface Sweep {
  /** Paper in full light. */
  readonly colour: string;
  /** Light on the wall: centre, half width, and how much is left outside it, 0 to 1. */
  readonly poolU: number;
  readonly poolV: number;
  readonly poolSize: number;
  readonly ambient: number;
  /** Height of the bend between wall and floor, from the top, and its softness. */
  readonly bend: number;
  readonly softness: number;
  /** Light on the floor in front, against the wall's. */
  readonly floor: number;
  /** Colour of the shade, as a multiplier of the linear colour. */
  readonly shade: Rgb;
}

/** A roll of paper that hangs from above and runs out under the product. */
function createSweepPainter(sweep: Sweep): Painter {
  const linear = fromHex(sweep.colour).map(toLinear) as Rgb;
  const unevenness = createFbm(71, 2, 2, 3);
  const grain = createGrain(77);
  return (out: Rgb, u: number, v: number) => {
    const du = (u - sweep.poolU) / sweep.poolSize;
    const dv = (v - sweep.poolV) / (sweep.poolSize * 0.86);
    const pool = Math.exp(-0.5 * (du * du + dv * dv));
    const wall = mix(sweep.ambient, 1, pool);
    // The floor catches light from above: bright in front, falling off to the sides.
    const depth = clamp((v - sweep.bend) / (1 - sweep.bend), 0, 1);
    const side = (u - 0.5 - (sweep.poolU - 0.5) * 0.4) / (0.5 + depth * 0.25);
    const floor =
      sweep.floor * mix(sweep.ambient, 1, Math.exp(-0.9 * side * side)) * (1 - 0.3 * depth ** 1.6);
    const isFloor = smoothstep(sweep.bend - sweep.softness, sweep.bend + sweep.softness, v);
    const light = mix(wall, floor, isFloor) * (1 + unevenness(u, v) * 0.018);
    const noise = grain(u, v);
    for (let c = 0; c < 3; c++) {
      const tint = mix(sweep.shade[c]!, 1, clamp(light, 0, 1));
      out[c] = fromLinear(Math.max(0, linear[c]! * light * tint)) + noise;
    }
  };
}

/** Film grain: about one 8-bit step, so that a slow gradient never shows its steps. */
function createGrain(seed: number): (u: number, v: number) => number {
  return (u, v) => {
    const x = Math.floor(u * 2048);
    const y = Math.floor(v * 2048);
    return (hash(x, y, seed) + hash(x, y, seed + 1) + hash(x >> 1, y >> 1, seed + 2) - 1.5) * 0.0075;
  };
}

/** Painted wall over a pale floor, sun through a window with two bars. */
function createWindowPainter(wallHex: string, floorHex: string): Painter {
  const wall = fromHex(wallHex).map(toLinear) as Rgb;
  const floor = fromHex(floorHex).map(toLinear) as Rgb;
  const trowel = createFbm(91, 6, 6, 5, 0.6);
  const leaves = createFbm(93, 5, 4, 3, 0.5);
  const grain = createGrain(95);
  const horizon = 0.7;
  /** How much of the opening from a to b is seen, with a soft edge. */
  const opening = (value: number, a: number, b: number, soft: number) =>
    smoothstep(a - soft, a + soft, value) * smoothstep(b + soft, b - soft, value);
  return (out: Rgb, u: number, v: number) => {
    const isFloor = smoothstep(horizon - 0.006, horizon + 0.006, v);
    // The window's light leans: along the wall, then wider and flatter on the floor.
    const below = Math.max(0, v - horizon);
    const x = u + v * 0.34 + below * 0.5;
    const y = v + u * 0.1;
    const soft = 0.016 + 0.02 * clamp(v, 0, 1);
    const panes =
      (opening(x, 0.34, 0.535, soft) + opening(x, 0.565, 0.76, soft)) *
      (opening(y, 0.1, 0.325, soft) + opening(y, 0.35, 0.58, soft) + 0.55 * opening(y, 0.78, 1.02, soft * 2));
    const shadow = 1 - 0.5 * smoothstep(0.05, 0.5, leaves(x + 0.07 * y, y)) * smoothstep(0.9, 0.4, x);
    const falloff = 0.5 + 0.2 * Math.exp(-2.2 * ((u - 0.3) ** 2 + (v - 0.35) ** 2));
    const sun = panes * shadow * 0.52;
    const corner = 1 - 0.22 * bell(v - horizon, 0.05) * (1 - 0.45 * isFloor);
    const texture = 1 + trowel(u, v) * 0.03 * (1 - isFloor * 0.6);
    const noise = grain(u, v);
    for (let c = 0; c < 3; c++) {
      const paint = mix(wall[c]!, floor[c]!, isFloor);
      const warm = [1.06, 1, 0.86][c]!;
      out[c] = fromLinear(paint * (falloff * corner + sun * warm) * texture) + noise;
    }
  };
}

/** Cast concrete: clouds, pinholes, faint marks of the boards; a floor of the same. */
function createConcretePainter(hex: string): Painter {
  const base = fromHex(hex).map(toLinear) as Rgb;
  const cloud = createFbm(111, 3, 3, 6, 0.58);
  const stain = createFbm(112, 2, 5, 3, 0.55);
  const sand = createPerlin(113, 700, 700);
  const hole = createWorley(114, 46, 46, 1);
  const grain = createGrain(115);
  const horizon = 0.69;
  return (out: Rgb, u: number, v: number) => {
    const isFloor = smoothstep(horizon - 0.012, horizon + 0.012, v);
    const fv = isFloor > 0.5 ? v * 2.2 : v;
    const hit = hole(u, fv);
    const size = hit.id > 0.82 ? (hit.id - 0.8) * 0.42 : 0;
    const pit = size > 0 ? smoothstep(size, size * 0.55, hit.nearest) * (1 - isFloor) * 0.35 : 0;
    const joint =
      (1 - isFloor) * 0.12 * (bell(u - 0.22, 0.0011) + bell(u - 0.78, 0.0011) + bell(v - 0.24, 0.0011));
    const dent = ((u - 0.5) / 0.6) ** 2 + ((v - 0.4) / 0.55) ** 2;
    const wall = mix(0.46, 1, Math.exp(-0.8 * dent));
    const floor = mix(0.5, 0.92, Math.exp(-2.2 * (u - 0.5) ** 2)) * (1 - 0.25 * clamp((v - 0.8) / 0.2, 0, 1));
    const crease = 1 - 0.28 * bell(v - horizon, 0.035);
    const texture = 1 + cloud(u, fv) * 0.13 + stain(u, fv) * 0.07 + sand(u, fv) * 0.03;
    const light = mix(wall, floor, isFloor) * crease * texture * (1 - pit) * (1 - joint);
    const noise = grain(u, v);
    for (let c = 0; c < 3; c++) out[c] = fromLinear(base[c]! * light) + noise;
  };
}

const CENTRED = { poolU: 0.5, poolV: 0.36, poolSize: 0.34, bend: 0.66, softness: 0.09 } as const;

export const BACKGROUND_RECIPES: readonly BackgroundRecipe[] = [
  {
    slug: 'grey-sweep',
    name: { en: 'Grey sweep', es: 'Fondo infinito gris' },
    createPainter: () =>
      createSweepPainter({
        ...CENTRED,
        colour: '#d3d7d9',
        ambient: 0.66,
        floor: 0.9,
        shade: [0.94, 0.97, 1.02],
      }),
  },
  {
    slug: 'graphite-sweep',
    name: { en: 'Graphite sweep', es: 'Fondo infinito grafito' },
    createPainter: () =>
      createSweepPainter({
        ...CENTRED,
        colour: '#5c5d61',
        ambient: 0.17,
        floor: 0.5,
        shade: [0.9, 0.95, 1.06],
      }),
  },
  {
    slug: 'warm-sand-sweep',
    name: { en: 'Warm sand sweep', es: 'Fondo infinito arena' },
    createPainter: () =>
      createSweepPainter({
        ...CENTRED,
        poolU: 0.4,
        colour: '#e0c8aa',
        ambient: 0.52,
        floor: 0.9,
        shade: [1, 0.9, 0.84],
      }),
  },
  {
    slug: 'sage-window',
    name: { en: 'Sage wall, window light', es: 'Pared salvia con luz de ventana' },
    createPainter: () => createWindowPainter('#a9b59c', '#cfc9ba'),
  },
  {
    slug: 'pale-concrete',
    name: { en: 'Pale concrete', es: 'Hormigón claro' },
    createPainter: () => createConcretePainter('#c9c8c4'),
  },
  {
    slug: 'night-blue',
    name: { en: 'Night blue', es: 'Azul noche' },
    createPainter: () =>
      createSweepPainter({
        ...CENTRED,
        poolV: 0.42,
        poolSize: 0.3,
        colour: '#41598a',
        ambient: 0.07,
        floor: 0.42,
        shade: [0.6, 0.8, 1.1],
      }),
  },
  {
    slug: 'white-sweep',
    name: { en: 'White sweep', es: 'Fondo infinito blanco' },
    createPainter: () =>
      createSweepPainter({
        ...CENTRED,
        colour: '#f6f6f4',
        ambient: 0.86,
        floor: 0.96,
        shade: [0.97, 0.98, 1.01],
      }),
  },
  {
    slug: 'blush-sweep',
    name: { en: 'Blush sweep', es: 'Fondo infinito rosa' },
    createPainter: () =>
      createSweepPainter({
        ...CENTRED,
        poolU: 0.58,
        colour: '#e8c4b8',
        ambient: 0.58,
        floor: 0.92,
        shade: [1, 0.91, 0.9],
      }),
  },
  {
    slug: 'clay-window',
    name: { en: 'Clay wall, window light', es: 'Pared arcilla con luz de ventana' },
    createPainter: () => createWindowPainter('#c08a6b', '#d8c3a8'),
  },
  {
    slug: 'charcoal-concrete',
    name: { en: 'Charcoal concrete', es: 'Hormigón carbón' },
    createPainter: () => createConcretePainter('#56565a'),
  },
];
