import { DataTexture, DataUtils, HalfFloatType, LinearFilter, RedFormat } from 'three';
import { PROFILE_ROWS } from '../../tracer/kernel/layout.ts';
import type { LightProfile } from '../../tracer/light/light-profile.ts';

/**
 * One picture of several profiles above each other, so that all of them take one unit of the card. Vertical angles run from left to
 * right, `firstRows` says where the horizontal ones of each begin.
 */
export interface ProfileTexture {
  readonly texture: DataTexture;
  readonly firstRows: ReadonlyMap<LightProfile, number>;
}

/** Owned by the caller. */
export function drawProfiles(profiles: ReadonlySet<LightProfile>): ProfileTexture {
  const firstRows = new Map<LightProfile, number>();
  let rows = 0;
  for (const profile of profiles) {
    firstRows.set(profile, rows);
    rows += profile.columns;
  }
  const pixels = new Uint16Array(rows * PROFILE_ROWS);
  for (const [{ shares }, first] of firstRows)
    pixels.set(
      Array.from(shares, (share) => DataUtils.toHalfFloat(share)),
      first * PROFILE_ROWS,
    );
  const texture = new DataTexture(pixels, PROFILE_ROWS, rows, RedFormat, HalfFloatType);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return { texture, firstRows };
}
