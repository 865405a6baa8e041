import * as L from '../kernel/layout.ts';
import type { SrgbTables } from '../post/srgb-tables.ts';
import type { SceneTexture } from '../scene.ts';

/** What levels follow from. */
type Leveled = Pick<SceneTexture, 'widthPx' | 'heightPx' | 'isSmooth'>;

interface Level {
  /** First byte. */
  readonly at: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * The levels of a texture that follow its texels, each half as wide and high. A texture that shows its texels as squares
 * has none.
 *
 * @param at Where its texels begin.
 */
export function listLevels({ widthPx, heightPx, isSmooth }: Leveled, at: number): Level[] {
  const levels: Level[] = [];
  let last: Level = { at, widthPx, heightPx };
  while (isSmooth && Math.max(last.widthPx, last.heightPx) > 1 && levels.length < L.TEXTURE_LEVELS_MOST) {
    last = {
      at: last.at + last.widthPx * last.heightPx * 4,
      widthPx: Math.max(1, last.widthPx >> 1),
      heightPx: Math.max(1, last.heightPx >> 1),
    };
    levels.push(last);
  }
  return levels;
}

/** Bytes of a texture with all its levels. */
export function levelBytes(texture: Leveled): number {
  const last = listLevels(texture, 0).at(-1) ?? { ...texture, at: 0 };
  return last.at + last.widthPx * last.heightPx * 4;
}

/** Writes the levels behind a texture: each texel is the mean of those it covers, colours in linear light. */
export function writeLevels(texture: SceneTexture, bytes: Uint8Array, at: number, srgb: SrgbTables): void {
  const { widthPx, heightPx, isSrgb } = texture;
  let from: Level = { at, widthPx, heightPx };
  for (const to of listLevels(texture, at)) {
    halve(bytes, from, to, isSrgb ? srgb : null);
    from = to;
  }
}

function halve(bytes: Uint8Array, from: Level, to: Level, srgb: SrgbTables | null): void {
  const sum = new Float64Array(4);
  for (let y = 0; y < to.heightPx; y++) {
    const top = Math.floor((y * from.heightPx) / to.heightPx);
    const bottom = Math.ceil(((y + 1) * from.heightPx) / to.heightPx);
    for (let x = 0; x < to.widthPx; x++) {
      const left = Math.floor((x * from.widthPx) / to.widthPx);
      const right = Math.ceil(((x + 1) * from.widthPx) / to.widthPx);
      sum.fill(0);
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          const texel = from.at + (row * from.widthPx + column) * 4;
          for (let k = 0; k < 4; k++) {
            const byte = bytes[texel + k]!;
            sum[k]! += srgb !== null && k < 3 ? srgb.decode[byte]! : byte;
          }
        }
      }
      const share = 1 / ((bottom - top) * (right - left));
      const texel = to.at + (y * to.widthPx + x) * 4;
      for (let k = 0; k < 4; k++) {
        const mean = sum[k]! * share;
        bytes[texel + k] = Math.floor((srgb !== null && k < 3 ? srgb.encode(mean) : mean) + 0.5);
      }
    }
  }
}
