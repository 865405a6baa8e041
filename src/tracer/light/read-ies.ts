import { PROFILE_ROWS } from '../kernel/layout.ts';
import { sinTurns, turnsOf } from '../portable-maths.ts';
import { type LightProfile, PROFILE_COLUMNS } from './light-profile.ts';

/** Angles of one kind: 0.25 degrees all round, and far beyond any lamp's. */
const ANGLES_MAX = 1_441;
/** Candela. A searchlight has less than 1e9. */
const CANDELA_MAX = 1e12;
/** Programs of DOS end a text by it. */
const END_OF_TEXT = '\u001a';
const TYPE_C = 1;
const TYPE_B = 2;

/** What an IES file says of a lamp. */
export interface IesLamp {
  readonly profile: LightProfile;
  /** Of its brightest direction. */
  readonly candela: number;
}

/** Candela by angles in degrees, both ascending. */
interface Measured {
  readonly vertical: readonly number[];
  readonly horizontal: readonly number[];
  /** For each horizontal angle all vertical ones. */
  readonly candela: readonly number[];
}

/**
 * Reads IES LM-63 of 1986, which has no header, 1995, 2002 and 2019, photometry of type C and B. `EXT_lights_ies` leaves keywords, tilt, lumens and sizes out;
 * what counts is candela, their multiplier and the ballast's. Directions that were not measured get no light.
 *
 * The axes are those of the extension: (0, 0) shines along -Z, vertical angles of horizontal angle 0 go towards +X. Those of type C
 * turn about the light's direction, the other type's about X, clockwise.
 *
 * @returns Null for anything else: another file, another type, a number that is none, angles that do not ascend, no light.
 */
export function readIes(text: string): IesLamp | null {
  const tilt = /^[ \t]*TILT[ \t]*=[ \t]*([^\r\n]*)/im.exec(text);
  if (tilt === null) return null;
  const rest = text
    .slice(tilt.index + tilt[0].length)
    .replaceAll(END_OF_TEXT, ' ')
    .trim();
  const numbers = rest === '' ? [] : rest.split(/[\s,]+/).map(Number);
  let at = tilt[1]?.trim().toUpperCase() === 'INCLUDE' ? 2 + 2 * (numbers[1] ?? 0) : 0;
  const take = (count: number): number[] => numbers.slice(at, (at += count));
  const [, , multiplier = 0, verticals = 0, horizontals = 0, type] = take(10);
  const [ballast = 0] = take(3);
  if (!isCount(at, numbers.length) || !isCount(verticals, ANGLES_MAX) || !isCount(horizontals, ANGLES_MAX))
    return null;
  const [vertical, horizontal] = [take(verticals), take(horizontals)];
  const candela = take(verticals * horizontals);
  if (candela.length !== verticals * horizontals || verticals < 2) return null;
  // What stands behind them is no part of the profile.
  if (!numbers.slice(0, at).every(Number.isFinite)) return null;
  if (!isAscending(vertical) || !isAscending(horizontal) || candela.some((value) => value < 0)) return null;
  const factor = multiplier * ballast;
  const most = candela.reduce((so, value) => Math.max(so, value), 0);
  if (!(most * factor > 0 && most * factor <= CANDELA_MAX)) return null;
  const shares = tabulate({ vertical, horizontal, candela: candela.map((value) => value / most) }, type);
  return shares && { profile: shares, candela: most * factor };
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

function isAscending(angles: readonly number[]): boolean {
  return angles.every((angle, i) => i === 0 || angle > (angles[i - 1] ?? 0));
}

function tabulate(measured: Measured, type: number | undefined): LightProfile | null {
  const [vertical, horizontal] = [spanOf(measured.vertical), spanOf(measured.horizontal)];
  if (type === TYPE_C) {
    const fold = foldOf(horizontal);
    if (fold === null || vertical.first < 0 || vertical.last > 180) return null;
    const columns = measured.horizontal.length === 1 ? 1 : PROFILE_COLUMNS;
    return fill(columns, (v, h) => look(measured, v, fold(h)));
  }
  if (type !== TYPE_B || vertical.first < -90 || vertical.last > 90) return null;
  if (horizontal.first < -180 || horizontal.last > 180) return null;
  // Files of what is the same on both sides have one of them.
  const isMirrored = horizontal.first === 0;
  return fill(PROFILE_COLUMNS, (v, h) => {
    const sine = sinTurns(v / 360);
    const [x, down, ahead] = [
      sine * sinTurns(h / 360 + 0.25),
      sine * sinTurns(h / 360),
      sinTurns(v / 360 + 0.25),
    ];
    const turned = 360 * turnsOf(down, ahead);
    return look(
      measured,
      360 * turnsOf(x, Math.sqrt(down * down + ahead * ahead)),
      isMirrored ? Math.abs(turned) : turned,
    );
  });
}

function spanOf(angles: readonly number[]): { readonly first: number; readonly last: number } {
  return { first: angles[0] ?? 0, last: angles.at(-1) ?? 0 };
}

/** Where a horizontal angle of type C, 0 to 360, was measured: files leave out what is the same by symmetry. */
function foldOf({ first, last }: ReturnType<typeof spanOf>): ((angle: number) => number) | null {
  const half = (angle: number): number => Math.min(angle, 360 - angle);
  if (first === last) return () => first;
  if (first === 90 && last === 270)
    return (angle) => (angle <= 90 || angle >= 270 ? (540 - angle) % 360 : angle);
  if (first !== 0 || last > 360) return null;
  if (last === 90) return (angle) => Math.min(half(angle), 180 - half(angle));
  if (last === 180) return half;
  return last > 180 ? (angle) => angle : null;
}

function fill(columns: number, shareOf: (vertical: number, horizontal: number) => number): LightProfile {
  const shares = new Float32Array(columns * PROFILE_ROWS);
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < PROFILE_ROWS; row++) {
      const vertical = (row * 180) / (PROFILE_ROWS - 1);
      shares[column * PROFILE_ROWS + row] = shareOf(vertical, (column * 360) / (PROFILE_COLUMNS - 1));
    }
  }
  return { columns, shares };
}

/** Between what was measured around; after the last horizontal angle comes the first again. */
function look({ vertical, horizontal, candela }: Measured, v: number, h: number): number {
  const row = placeOf(vertical, v);
  if (row === null) return 0;
  const column = placeOf(horizontal, h);
  const at = (index: number): number => {
    const from = (index % horizontal.length) * vertical.length + row.index;
    const one = candela[from] ?? 0;
    return row.rest === 0 ? one : one + ((candela[from + 1] ?? 0) - one) * row.rest;
  };
  if (column !== null) {
    const one = at(column.index);
    return column.rest === 0 ? one : one + (at(column.index + 1) - one) * column.rest;
  }
  const { first, last } = spanOf(horizontal);
  // Type B: what lies behind was not measured.
  if (h < 0 || last <= 180) return 0;
  const gap = first + 360 - last;
  return at(horizontal.length - 1) + ((at(0) - at(horizontal.length - 1)) * (h - last)) / gap;
}

/** The angle before, and how far the next one is from there; null outside of all. */
function placeOf(
  angles: readonly number[],
  angle: number,
): { readonly index: number; readonly rest: number } | null {
  const { first, last } = spanOf(angles);
  // Angles that were computed miss the outermost by a rounding.
  const clamped = Math.min(last, Math.max(first, angle));
  if (Math.abs(clamped - angle) > 1e-6) return null;
  let [low, high] = [0, angles.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((angles[middle] ?? 0) <= clamped) low = middle;
    else high = middle;
  }
  const [from = 0, to = 0] = [angles[low], angles[high]];
  return { index: low, rest: high === low ? 0 : (clamped - from) / (to - from) };
}
