import { bell, smoothstep } from '../noise.ts';
import { createStitch } from './cup.ts';
import { superPower } from './profile.ts';
import type { Mesh, Point } from './surface.ts';
import { gridSurface, joinMeshes } from './surface.ts';

/** The arch: half a superellipse in the plane z = 0, from the wearer's left ear (+X) over the head. Metres. */
const HALF_SPAN = 0.0795;
const RISE = 0.0785;
const SPRING_HEIGHT = 0.0705;
const ARCH_EXPONENT = 2.16;
/** How far the arch goes on below its springing, in radians of its parameter. */
const OVERRUN = 0.12;

/** A place on the arch, and the unit direction away from the head there. */
interface ArchPoint {
  readonly x: number;
  readonly y: number;
  readonly outX: number;
  readonly outY: number;
}

function rawArch(angle: number): { x: number; y: number } {
  return {
    x: superPower(Math.cos(angle), ARCH_EXPONENT) * HALF_SPAN,
    y:
      SPRING_HEIGHT +
      superPower(Math.sin(angle), ARCH_EXPONENT) * (angle < 0 || angle > Math.PI ? 0.11 : RISE),
  };
}

/** @param share 0 at the wearer's left end, 1 at the right end, evenly along the arch. */
export function archPoint(share: number): ArchPoint {
  const at = ARCH.at(share);
  const before = ARCH.at(share - 0.004);
  const after = ARCH.at(share + 0.004);
  const dx = after.x - before.x;
  const dy = after.y - before.y;
  const length = Math.hypot(dx, dy);
  return { x: at.x, y: at.y, outX: dy / length, outY: -dx / length };
}

const ARCH = measureArch();
/** Length of the band, metres. */
const ARCH_LENGTH = ARCH.length;

function measureArch(): { length: number; at: (share: number) => { x: number; y: number } } {
  const fine = 4000;
  const points = Array.from({ length: fine + 1 }, (_, i) =>
    rawArch(-OVERRUN + (i / fine) * (Math.PI + 2 * OVERRUN)),
  );
  const lengths = [0];
  for (let i = 1; i <= fine; i++) {
    const a = points[i - 1]!;
    const b = points[i]!;
    lengths.push(lengths[i - 1]! + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const length = lengths[fine]!;
  return {
    length,
    at: (share) => {
      const wanted = Math.min(Math.max(share, 0), 1) * length;
      let low = 0;
      let high = fine;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (lengths[middle]! <= wanted) low = middle;
        else high = middle;
      }
      const t = (wanted - lengths[low]!) / (lengths[high]! - lengths[low]!);
      const [a, b] = [points[low]!, points[high]!];
      const over = share < 0 ? share * length : share > 1 ? (share - 1) * length : 0;
      // Beyond the ends the arch goes on straight.
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t - Math.abs(over) };
    },
  };
}

/** Half the width of the band, metres: broad on the head, slim at the ears. */
export function bandHalfWidth(share: number): number {
  return 0.0122 + 0.0058 * Math.sin(Math.PI * share) ** 1.6;
}

function bandHalfThickness(share: number): number {
  return 0.0036 + 0.0016 * Math.sin(Math.PI * share);
}

/** A point of the band: z across, `out` away from the head. */
function bandPoint(share: number, z: number, out: number): Point {
  const at = archPoint(share);
  return [at.x + at.outX * out, at.y + at.outY * out, z];
}

const ALONG = 140;
/** Fractions of the half width where the two lines of stitches run. */
const STITCH_LINE = 0.8;

/** Leather cover: crowned outside, flat inside, with two stitched lines. */
export function createHeadband(): Mesh {
  const around = 52;
  const cover = gridSurface({
    columns: around,
    rows: ALONG,
    isClosedU: true,
    at: (u, v) => {
      const share = easeEnds(v);
      const end = endRound(share);
      const [z, out] = bandSection(u, share);
      return bandPoint(share, z * end, out * end);
    },
    uv: (u, v) => [u * 0.9, v * ARCH_LENGTH * 10],
    isFlipped: true,
  });
  const count = 88;
  const stitches: Mesh[] = [];
  for (let k = 0; k < count; k++) {
    const share = 0.03 + (0.94 * (k + 0.5)) / count;
    const half = (0.94 / count) * 0.3;
    for (const side of [-1, 1]) {
      const at = (s: number) => {
        const z = side * STITCH_LINE * bandHalfWidth(s);
        return bandPoint(s, z, topHeight(z, s) + 0.00016);
      };
      stitches.push(createStitch(at(share - half), at(share + half), 0.0004));
    }
  }
  return joinMeshes([cover, ...stitches]);
}

/** Half the extra points stand at the ends, where the band rounds off. */
function easeEnds(v: number): number {
  return v - (0.012 / (2 * Math.PI)) * Math.sin(2 * Math.PI * v) * 60 * 0.08;
}

/** Shrinks the section to nothing over the last 2 mm, as a quarter circle does. */
function endRound(share: number): number {
  const fromEnd = Math.min(share, 1 - share) * ARCH_LENGTH;
  const t = Math.min(fromEnd / 0.002, 1);
  return Math.sqrt(Math.max(0, 1 - (1 - t) ** 2));
}

/** Height of the outer face above the arch, metres. */
function topHeight(z: number, share: number): number {
  const width = bandHalfWidth(share);
  const line = Math.abs(z) - STITCH_LINE * width;
  const across = Math.min(Math.abs(z) / width, 1);
  const edge = (1 - across ** 5) ** (1 / 2.2);
  return bandHalfThickness(share) * edge * (1 + 0.22 * (1 - across * across)) - 0.00045 * bell(line, 0.0007);
}

function bandSection(u: number, share: number): readonly [number, number] {
  const width = bandHalfWidth(share);
  const thick = bandHalfThickness(share);
  if (u < 0.62) {
    // The outer face, from -z to +z, points crowded at the edges and the stitches.
    const t = (u / 0.62) * 2 - 1;
    const z = width * Math.sin((t * Math.PI) / 2);
    return [z, topHeight(z, share)];
  }
  const t = 1 - ((u - 0.62) / 0.38) * 2;
  const z = width * Math.sin((t * Math.PI) / 2);
  const across = Math.abs(z) / width;
  return [z, -thick * Math.max(0, 1 - across ** 5) ** (1 / 2.2)];
}

/**
 * The cushion under the crown: one soft, even swell. Tucks across it would fill the arch's curve between them, and its
 * inner edge would look like a polygon.
 */
export function createPadding(): Mesh {
  const from = 0.2;
  const to = 0.8;
  return gridSurface({
    columns: 32,
    rows: 127,
    isClosedU: true,
    at: (u, v) => {
      const share = from + (to - from) * v;
      const fromEnd = Math.min(v, 1 - v);
      const taper = Math.sqrt(Math.max(0, 1 - (1 - Math.min(fromEnd / 0.09, 1)) ** 2));
      const width = (bandHalfWidth(share) - 0.0012) * (0.55 + 0.45 * taper);
      const depth = 0.0018 + 0.007 * smoothstep(0, 0.34, fromEnd);
      const angle = u * 2 * Math.PI;
      const z = width * superPower(Math.cos(angle), 3);
      const low = superPower(Math.sin(angle), 2.5);
      const inner = -bandHalfThickness(share) * 0.55;
      return bandPoint(share, z, inner + (low < 0 ? low * depth * taper : low * 0.001));
    },
    uv: (u, v) => [u * 0.8, v * ARCH_LENGTH * (to - from) * 10],
    isFlipped: false,
  });
}
