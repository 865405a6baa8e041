import type { Rgb } from '../colour.ts';
import { createRamp, fromHex, mixRgb, scaleRgb } from '../colour.ts';
import { clamp, createFbm, createPerlin, createWorley, hash, smoothstep, wrap } from '../noise.ts';
import type { Painter, Surface } from '../picture.ts';

/** White marble: grey clouds, a few long slanting veins, and a net of hair veins. */
export function createMarblePainter(seed: number, stops: readonly string[]): Painter {
  const ramp = createRamp(stops);
  const warpU = createFbm(seed, 2, 2, 5, 0.55);
  const warpV = createFbm(seed + 1, 2, 2, 5, 0.55);
  const large = createFbm(seed + 2, 2, 2, 4, 0.5);
  const middle = createFbm(seed + 3, 4, 4, 4, 0.55);
  const hair = createFbm(seed + 4, 8, 8, 3, 0.5);
  const cloud = createFbm(seed + 5, 2, 2, 6, 0.6);
  const presence = createFbm(seed + 6, 3, 3, 3);
  const crystal = createPerlin(seed + 7, 256, 256);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const a = warpU(u, v);
    const b = warpV(u, v);
    const wu = u + a * 0.2;
    const wv = v + b * 0.2;
    // The slant is a whole number of turns, so the tile still closes.
    const slant = Math.sin((u + v + a * 0.42 + b * 0.3) * 2 * Math.PI * 2);
    const seen = smoothstep(-0.35, 0.55, presence(u, v));
    const vein = ridge(slant * 0.5 + large(wu, wv) * 0.8, 0.055) * (0.25 + 0.75 * seen);
    const halo = ridge(slant * 0.5 + large(wu, wv) * 0.8, 0.34);
    const branch = ridge(middle(wu, wv), 0.03) * smoothstep(0.1, 0.8, halo + seen * 0.4);
    const net = ridge(hair(wu + 0.5, wv + 0.2), 0.035) * seen * 0.35;
    const grey = 0.1 + cloud(wu, wv) * 0.17 + halo * 0.16 + vein * 0.42 + branch * 0.24 + net * 0.3;
    // Veins are softer than the calcite and polish less.
    surface.roughness = clamp(0.72 + vein * 0.28 + branch * 0.14 + cloud(wu, wv) * 0.12, 0, 1);
    ramp(out, clamp(grey + crystal(u, v) * 0.02, 0, 1));
  };
}

/** Layered limestone, sawn across its beds: bands of tone, and holes drawn out along them. */
export function createTravertinePainter(seed: number, stops: readonly string[]): Painter {
  const ramp = createRamp(stops);
  const warp = createFbm(seed, 2, 3, 4, 0.5);
  const bands = createFbm(seed + 1, 1, 9, 4, 0.62);
  const threads = createFbm(seed + 2, 3, 48, 3, 0.55);
  const cloud = createFbm(seed + 3, 4, 6, 4);
  const holes = createFbm(seed + 4, 14, 44, 3, 0.6);
  const where = createFbm(seed + 5, 2, 7, 3);
  const grain = createPerlin(seed + 6, 300, 300);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    const wv = v + warp(u, v) * 0.055;
    const tone = 0.56 + bands(u, wv) * 0.5 + threads(u, wv) * 0.13 + cloud(u, wv) * 0.12 + grain(u, v) * 0.05;
    ramp(out, clamp(tone, 0, 1));
    const open = smoothstep(-0.15, 0.35, where(u, wv));
    const hole = smoothstep(0.34, 0.46, holes(u, wv)) * open;
    const halo = smoothstep(0.18, 0.42, holes(u, wv)) * open;
    surface.height = clamp(0.95 - hole * 0.85 - halo * 0.1 + grain(u, v) * 0.04, 0, 1);
    surface.roughness = clamp(0.8 + hole * 0.2 + threads(u, wv) * 0.1, 0, 1);
    scaleRgb(out, 1 - hole * 0.42 - halo * 0.1);
  };
}

/** Cast concrete: clouds of cement, sand at the face, and the small round holes that air left at the form. */
export function createConcretePainter(seed: number, stops: readonly string[]): Painter {
  const ramp = createRamp(stops);
  const cloud = createFbm(seed, 2, 2, 6, 0.58);
  const stain = createFbm(seed + 1, 5, 3, 4, 0.5);
  const sand = createPerlin(seed + 2, 300, 300);
  const fine = createPerlin(seed + 3, 480, 480);
  const warp = createFbm(seed + 4, 40, 40, 2);
  const holes = [
    { find: createWorley(seed + 5, 11, 11, 1), size: 0.12, share: 0.42 },
    { find: createWorley(seed + 6, 34, 34, 1), size: 0.13, share: 0.35 },
  ];
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    let hole = 0;
    let rim = 0;
    for (const { find, size, share } of holes) {
      const near = find(u + warp(u, v) * 0.004, v + warp(v, u) * 0.004);
      if (near.id > share) continue;
      const radius = size * (0.35 + (near.id / share) * 0.65);
      hole = Math.max(hole, smoothstep(radius, radius * 0.72, near.nearest));
      rim = Math.max(rim, smoothstep(radius * 1.6, radius, near.nearest));
    }
    const tone = 0.55 + cloud(u, v) * 0.36 + stain(u, v) * 0.2 + sand(u, v) * 0.07 + fine(u, v) * 0.05;
    surface.height = clamp(0.9 - hole * 0.85 + sand(u, v) * 0.05 + fine(u, v) * 0.03, 0, 1);
    surface.roughness = clamp(0.9 + stain(u, v) * 0.12 + hole * 0.1, 0, 1);
    ramp(out, clamp(tone, 0, 1));
    scaleRgb(out, 1 - hole * (0.3 + fine(u, v) * 0.2) + (rim - hole) * 0.04);
  };
}

/** 1 where the value crosses zero, falling to 0 at `width` on both sides. */
function ridge(value: number, width: number): number {
  const t = 1 - Math.abs(value) / width;
  return t <= 0 ? 0 : t * t * (3 - 2 * t);
}

interface Chip {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly colour: Rgb;
  readonly sides: readonly { x: number; y: number; distance: number }[];
}

/** Broken stone set in cement: chips of three sizes, the small ones where the large ones leave room. */
export function createTerrazzoPainter(seed: number, cement: string, chips: readonly string[]): Painter {
  const base = fromHex(cement);
  const colours = chips.map(fromHex);
  const layers = [
    { cells: 9, share: 0.72, size: 0.47 },
    { cells: 20, share: 0.6, size: 0.4 },
    { cells: 46, share: 0.5, size: 0.34 },
  ].map((layer, k) => ({
    ...layer,
    chips: breakStone(seed + k * 7, layer.cells, layer.share, layer.size, colours),
  }));
  const sand = createPerlin(seed + 31, 380, 380);
  const cloud = createFbm(seed + 32, 4, 4, 4);
  const mineral = createFbm(seed + 33, 40, 40, 3);
  const edge = createFbm(seed + 34, 60, 60, 2);
  return (out: Rgb, u: number, v: number, surface: Surface) => {
    mixRgb(out, base, base, 0);
    surface.roughness = clamp(0.95 + sand(u, v) * 0.1, 0, 1);
    scaleRgb(out, 1 + sand(u, v) * 0.07 + cloud(u, v) * 0.035);
    for (const layer of layers) {
      const x = u * layer.cells;
      const y = v * layer.cells;
      let inside = 0;
      let colour: Rgb = base;
      for (let j = -1; j <= 1 && inside < 1; j++) {
        for (let i = -1; i <= 1 && inside < 1; i++) {
          const cx = Math.floor(x) + i;
          const cy = Math.floor(y) + j;
          const chip = layer.chips[wrap(cy, layer.cells) * layer.cells + wrap(cx, layer.cells)];
          if (!chip) continue;
          const dx = x - cx - chip.x;
          const dy = y - cy - chip.y;
          if (Math.abs(dx) > chip.reach || Math.abs(dy) > chip.reach) continue;
          let outside = -9;
          for (const side of chip.sides)
            outside = Math.max(outside, dx * side.x + dy * side.y - side.distance);
          outside += edge(u, v) * 0.025;
          const soft = layer.cells / 1400;
          const cover = smoothstep(soft, -soft, outside);
          if (cover > inside) {
            inside = cover;
            colour = chip.colour;
          }
        }
      }
      if (inside <= 0) continue;
      const shade = 1 + mineral(u, v) * 0.09 + sand(u, v) * 0.05;
      surface.roughness += (0.7 - surface.roughness) * inside;
      for (let c = 0; c < 3; c++) out[c] = out[c]! + (colour[c]! * shade - out[c]!) * inside;
      if (inside >= 0.5) return;
    }
  };
}

function breakStone(
  seed: number,
  cells: number,
  share: number,
  size: number,
  colours: readonly Rgb[],
): (Chip | null)[] {
  return Array.from({ length: cells * cells }, (_, id) => {
    const random = (n: number) => hash(id, n, seed);
    if (random(0) > share) return null;
    const corners = 5 + Math.floor(random(1) * 3);
    const radius = size * (0.62 + random(2) * 0.38);
    const turn = random(3) * 6.2832;
    const stretch = 0.6 + random(4) * 0.4;
    const sides = Array.from({ length: corners }, (_, k) => {
      const angle = turn + ((k + (random(10 + k) - 0.5) * 0.7) / corners) * 6.2832;
      const squeeze = Math.abs(Math.cos(angle - turn)) > 0.6 ? 1 : stretch;
      return {
        x: Math.cos(angle),
        y: Math.sin(angle),
        distance: radius * squeeze * (0.78 + random(20 + k) * 0.22),
      };
    });
    return {
      x: 0.5 + (random(5) - 0.5) * 0.3,
      y: 0.5 + (random(6) - 0.5) * 0.3,
      reach: radius * 1.7,
      colour: colours[Math.floor(random(7) * colours.length)] ?? [0.5, 0.5, 0.5],
      sides,
    };
  });
}
