import { archPoint, bandHalfWidth } from './band.ts';
import { ovalPoint } from './cup.ts';
import { superPower } from './profile.ts';
import type { Frame, Mesh, Point } from './surface.ts';
import { gridSurface, joinMeshes } from './surface.ts';

/** Radius of the fork's middle line on the cup's 40 mm scale, and its place along the cup's axis. Metres. */
const FORK_RADIUS = 0.0432;
const FORK_X = 0.0042;

/** Fork around the upper half of a cup, in the cup's frame, with its two pivots and its hub. */
export function createYoke(): Mesh {
  const dip = 0.07;
  const fork = gridSurface({
    columns: 20,
    rows: 81,
    isClosedU: true,
    at: (u, v) => {
      const angle = -dip + v * (Math.PI + 2 * dip);
      const fromEnd = Math.min(v, 1 - v) / 0.022;
      const end = fromEnd < 1 ? Math.sqrt(Math.max(0, 1 - (1 - fromEnd) ** 2)) : 1;
      const crown = Math.sin(v * Math.PI) ** 6;
      const section = u * 2 * Math.PI;
      const across = superPower(Math.cos(section), 3.2) * (0.0024 + 0.0006 * crown) * end;
      const out = superPower(Math.sin(section), 3.2) * (0.0013 + 0.0005 * crown) * end;
      return ovalPoint(angle, FORK_RADIUS + out, FORK_X + across);
    },
    uv: (u, v) => [u * 0.14, v * 1.4],
    isFlipped: true,
  });
  const pivots = [1, -1].map((side) => createPin(side));
  return joinMeshes([fork, ...pivots, createHub()]);
}

/** Round pivot through the end of the fork. */
function createPin(side: number): Mesh {
  const profile = [
    [0.0375, 0],
    [0.0375, 0.0036],
    [0.0421, 0.0036],
    [0.0424, 0.0034],
    [0.0424, 0.0031],
    [0.0427, 0.0033],
    [0.0427, 0.0033],
    [0.0434, 0.0033],
    [0.0438, 0.0029],
    [0.0439, 0.0024],
    [0.0437, 0.0014],
    [0.0436, 0],
  ] as const;
  const rows = profile.length;
  return gridSurface({
    columns: 32,
    rows,
    isClosedU: true,
    at: (u, v) => {
      const [z, radius] = profile[Math.round(v * (rows - 1))]!;
      const angle = u * 2 * Math.PI;
      return [FORK_X + Math.cos(angle) * radius, Math.sin(angle) * radius, side * (z - 0.0012)];
    },
    uv: (u, v) => [u * 0.2, v * 0.1],
    isFlipped: side < 0,
  });
}

/** Rounded block on top of the fork that takes the slider. */
function createHub(): Mesh {
  return gridSurface({
    columns: 40,
    rows: 24,
    isClosedU: true,
    at: (u, v) => {
      const turn = u * 2 * Math.PI;
      const tilt = (v - 0.5) * Math.PI;
      const waist = superPower(Math.cos(tilt), 3.4);
      return [
        FORK_X + superPower(Math.cos(turn), 2.8) * waist * 0.0035,
        0.0478 + superPower(Math.sin(tilt), 3.4) * 0.0032,
        superPower(Math.sin(turn), 2.8) * waist * 0.0072,
      ];
    },
    uv: (u, v) => [u * 0.35, v * 0.1],
    isFlipped: true,
  });
}

/**
 * Rod from the hub into the end of the band, and the collar that closes the band, in the product's frame, for the
 * wearer's left.
 *
 * @param cup Where the left cup stands.
 */
export function createSlider(cup: Frame): Mesh {
  const foot = place(cup, [FORK_X, 0.0495, 0]);
  const end = archPoint(0);
  const head: Point = [archPoint(0.03).x, archPoint(0.03).y, 0];
  const rod = gridSurface({
    columns: 28,
    rows: 12,
    isClosedU: true,
    at: (u, v) => {
      const t = v * v * (3 - 2 * v);
      const angle = u * 2 * Math.PI;
      const x = foot[0] + (head[0] - foot[0]) * t;
      const y = foot[1] + (head[1] - foot[1]) * v;
      return [x + superPower(Math.cos(angle), 2.6) * 0.0016, y, superPower(Math.sin(angle), 2.6) * 0.0046];
    },
    uv: (u, v) => [u * 0.22, v * 0.3],
    isFlipped: true,
  });
  const collarRows = [
    [-0.0022, 0.3],
    [-0.0022, 0.8],
    [-0.0021, 0.93],
    [-0.0016, 1],
    [0.0046, 1],
    [0.0051, 0.97],
    [0.0052, 0.9],
    [0.0052, 0.6],
  ] as const;
  const width = bandHalfWidth(0) + 0.0006;
  const collar = gridSurface({
    columns: 48,
    rows: collarRows.length,
    isClosedU: true,
    at: (u, v) => {
      const [rise, size] = collarRows[Math.round(v * (collarRows.length - 1))]!;
      const angle = u * 2 * Math.PI;
      const x = superPower(Math.cos(angle), 2.7) * 0.0047;
      const z = superPower(Math.sin(angle), 3.4) * width;
      const shrink = (1 - size) * 0.006;
      const at = archPoint(Math.max(0, rise / 0.4));
      return [at.x + x * (1 - shrink / 0.0047), end.y + rise, z * (1 - shrink / width)];
    },
    uv: (u, v) => [u * 0.6, v * 0.08],
    isFlipped: true,
  });
  return joinMeshes([rod, collar]);
}

function place(frame: Frame, p: Point): Point {
  const { origin: o, x, y, z } = frame;
  return [
    o[0] + p[0] * x[0] + p[1] * y[0] + p[2] * z[0],
    o[1] + p[0] * x[1] + p[1] * y[1] + p[2] * z[1],
    o[2] + p[0] * x[2] + p[1] * y[2] + p[2] * z[2],
  ];
}
