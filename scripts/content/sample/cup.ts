import { bell, smoothstep } from '../noise.ts';
import type { Corner, ProfilePoint } from './profile.ts';
import { bevelProfile, profileLengths, superPower } from './profile.ts';
import type { Mesh, Point } from './surface.ts';
import { gridSurface, joinMeshes } from './surface.ts';

/**
 * A cup in its own frame: +X is out of the ear, +Y up, +Z the wearer's front; the metal ring lies in the plane
 * x = 0. Radii are given for a round cup of 40 mm and stretched to the oval.
 */
const HALF_WIDTH = 0.037;
const HALF_HEIGHT = 0.0435;
const NOMINAL = 0.04;
const OVALNESS = 2.18;
/** Segments around a cup: 120 keep the outline of a full-screen picture free of corners. */
const AROUND = 120;

/** Outline of the cup at a distance from its axis; the angle starts at the front and rises. */
export function ovalPoint(angle: number, radius: number, x: number): Point {
  const share = radius / NOMINAL;
  return [
    x,
    superPower(Math.sin(angle), OVALNESS) * HALF_HEIGHT * share,
    superPower(Math.cos(angle), OVALNESS) * HALF_WIDTH * share,
  ];
}

/** Angles that space the points of the oval evenly. */
const ANGLES = evenAngles(AROUND);

function evenAngles(count: number): number[] {
  const fine = 7200;
  const lengths = [0];
  for (let i = 1; i <= fine; i++) {
    const a = ovalPoint(((i - 1) / fine) * 2 * Math.PI, NOMINAL, 0);
    const b = ovalPoint((i / fine) * 2 * Math.PI, NOMINAL, 0);
    lengths.push(lengths[i - 1]! + Math.hypot(b[1] - a[1], b[2] - a[2]));
  }
  const total = lengths[fine]!;
  let at = 0;
  return Array.from({ length: count }, (_, k) => {
    while (lengths[at + 1]! < (k / count) * total) at++;
    return (at / fine) * 2 * Math.PI;
  });
}

/** Circumference in texture units of 0.1 m. */
const AROUND_UV = 2.53;

/** Turns a profile around the oval. It must run anticlockwise seen with the radius to the right and X up. */
function lathe(profile: readonly ProfilePoint[], isClosed: boolean): Mesh {
  const lengths = profileLengths(profile);
  const rows = profile.length;
  return gridSurface({
    columns: AROUND,
    rows,
    isClosedU: true,
    isClosedV: isClosed,
    at: (u, v) => {
      const [radius, x] = profile[Math.round(v * (isClosed ? rows : rows - 1)) % rows]!;
      return ovalPoint(ANGLES[Math.round(u * AROUND) % AROUND]!, radius, x);
    },
    uv: (u, v) => [u * AROUND_UV, (lengths[Math.round(v * (rows - 1))] ?? lengths[rows - 1]!) * 10],
    isFlipped: true,
  });
}

/** Dome, wall, groove for the ring, back and baffle. */
export function createShell(): Mesh {
  const dome: Corner[] = [];
  const steps = 18;
  for (let k = 0; k < steps; k++) {
    const angle = (k / steps) * (Math.PI / 2);
    // A pebble: flat in the middle, full at the shoulder.
    dome.push([
      0.0398 * superPower(Math.sin(angle), 2.35),
      0.0065 + 0.0138 * superPower(Math.cos(angle), 2.35),
      0,
    ]);
  }
  return lathe(
    bevelProfile(
      [
        ...dome,
        [0.0398, 0.0063, 0],
        [0.0399, 0.0042, 0],
        [0.0399, 0.0017, 0.0007],
        [0.0384, 0.0017, 0.0003],
        [0.0384, -0.0017, 0.0003],
        [0.0399, -0.0017, 0.0007],
        [0.0399, -0.0058, 0.0028],
        [0.0345, -0.0086, 0.001],
        [0.02, -0.0086, 0],
        [0, -0.0086, 0],
      ],
      false,
    ).reverse(),
    false,
  );
}

/** The metal ring, half a millimetre proud of the shell. */
export function createRim(): Mesh {
  return lathe(
    bevelProfile(
      [
        [0.038, -0.0015, 0],
        [0.0401, -0.0015, 0.0006],
        [0.0405, 0, 0.0006],
        [0.0401, 0.0015, 0.0006],
        [0.038, 0.0015, 0],
      ],
      true,
    ),
    true,
  );
}

const CUSHION_SECTION = 44;
const STITCHES = 84;

/** Distance of the cushion's surface from its core, around its section: 0 is outwards, a quarter is at the ear. */
function cushionPoint(around: number, section: number): ProfilePoint {
  const angle = section * 2 * Math.PI;
  const radius = 0.0301 + 0.0096 * superPower(Math.cos(angle), 2.45);
  const x = -0.0172 - 0.0095 * superPower(Math.sin(angle), 2.3);
  // A welt where cover and side meet, a valley on each side of it, and the pull of the stitches.
  const off = (section - 0.085) * 0.062;
  const welt =
    0.00075 * bell(off, 0.00065) - 0.0006 * (bell(off - 0.0021, 0.0007) + bell(off + 0.0021, 0.0007));
  const pull = Math.cos(around * STITCHES * Math.PI) ** 2 * 0.00022 * bell(off - 0.0045, 0.0026);
  const slack = 0.00035 * Math.sin(around * 2 * Math.PI * 3 + 1) * smoothstep(0.12, 0.3, section);
  const push = welt - pull + slack * smoothstep(0.6, 0.4, section);
  return [radius + Math.cos(angle) * push, x - Math.sin(angle) * push];
}

/** Oval pad with a welted seam and its stitches. */
export function createCushion(): Mesh {
  const pad = gridSurface({
    columns: AROUND,
    rows: CUSHION_SECTION,
    isClosedU: true,
    isClosedV: true,
    at: (u, v) => {
      const [radius, x] = cushionPoint(u, spreadSection(v));
      return ovalPoint(ANGLES[Math.round(u * AROUND) % AROUND]!, radius, x);
    },
    uv: (u, v) => [u * AROUND_UV, v * 0.62],
  });
  const stitches = Array.from({ length: STITCHES }, (_, k) => {
    const at = (step: number): Point => {
      const around = (k + 0.5 + step * 0.3) / STITCHES;
      const [radius, x] = cushionPoint(around, 0.085 + 0.0385);
      const low = ANGLES[Math.floor(around * AROUND) % AROUND]!;
      const high = ANGLES[Math.ceil(around * AROUND) % AROUND]! || 2 * Math.PI;
      const angle = low + (high - low) * ((around * AROUND) % 1);
      return ovalPoint(angle, radius + 0.00012, x - 0.00012);
    };
    return createStitch(at(-1), at(1), 0.00034);
  });
  return joinMeshes([pad, ...stitches]);
}

/** Puts a third of the section's points on the seam. */
function spreadSection(v: number): number {
  return v < 1 / 3 ? 0.03 + v * 3 * 0.12 : 0.15 + (v - 1 / 3) * 1.5 * 0.88;
}

/** A thread between two holes: thick in the middle, sunk at its ends. */
export function createStitch(from: Point, to: Point, radius: number): Mesh {
  const axis = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
  const length = Math.hypot(...axis);
  const t: Point = [axis[0] / length, axis[1] / length, axis[2] / length];
  const side = Math.abs(t[1]) < 0.9 ? normalise([t[2], 0, -t[0]]) : normalise([0, -t[2], t[1]]);
  const up: Point = [
    t[1] * side[2] - t[2] * side[1],
    t[2] * side[0] - t[0] * side[2],
    t[0] * side[1] - t[1] * side[0],
  ];
  return gridSurface({
    columns: 6,
    rows: 5,
    isClosedU: true,
    at: (u, v) => {
      const along = 0.5 - 0.5 * Math.cos(v * Math.PI);
      const r = radius * Math.sin(v * Math.PI) ** 0.7;
      const c = Math.cos(u * 2 * Math.PI) * r;
      const s = Math.sin(u * 2 * Math.PI) * r;
      return [
        from[0] + axis[0] * along + side[0] * c + up[0] * s,
        from[1] + axis[1] * along + side[1] * c + up[1] * s,
        from[2] + axis[2] * along + side[2] * c + up[2] * s,
      ];
    },
    uv: (u, v) => [u * 0.02, v * length * 10],
  });
}

function normalise(v: Point): Point {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Shallow dished disc inside the cushion. One texture unit is one hole of the mesh, 1.8 mm. */
export function createSpeakerMesh(): Mesh {
  const rows = 14;
  const point = (u: number, v: number): Point => {
    const radius = 0.0235 * (1 - v);
    return ovalPoint(ANGLES[Math.round(u * AROUND) % AROUND]!, radius, -0.0094 - 0.0022 * (1 - (1 - v) ** 2));
  };
  return gridSurface({
    columns: AROUND,
    rows,
    isClosedU: true,
    at: point,
    uv: (u, v) => {
      const p = point(u, v);
      return [p[2] / 0.0018, p[1] / 0.0018];
    },
  });
}
