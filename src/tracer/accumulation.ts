/**
 * Sums over samples, row 0 at the top. Divide by `sampleCount`. Written by the kernel only.
 * Object and floor are separate layers, so that the background plate is multiplied and never re-rendered.
 */
export interface Accumulation {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sampleCount: number;
  /** rgba: premultiplied product radiance and coverage. */
  readonly object: Float32Array;
  /**
   * rgba, premultiplied by coverage: shadow ratio per channel (1 = unshadowed) plus added light in the same units,
   * and floor coverage. The picture is `object.rgb + plate * (floor.rgb + 1 - object.a - floor.a)`.
   * A cyclorama is in `object` as it is without the product, and here with 1 plus what that changes: both together cover more
   * than all of a pixel, and the picture is `object.rgb + floor.rgb - floor.a`.
   */
  readonly floor: Float32Array;
  /** rgb: what a white sky would show of the product, premultiplied: albedo of the surfaces that are seen sharply. */
  readonly albedo: Float32Array;
  /** xyz: shading normal of what is seen sharply, premultiplied by coverage. */
  readonly normal: Float32Array;
  /** Sum of squared luminance of the object layer, for the denoiser's variance. */
  readonly luminanceSquared: Float32Array;
  /** The same of the floor's rgb. */
  readonly floorSquared: Float32Array;
  /** Samples that the pixel itself has had. */
  readonly samples: Float32Array;
  /** Luminance of the object layer and of the floor's rgb over every other four samples alone. */
  readonly halfLight: Float32Array;
  readonly halfFloor: Float32Array;
  /** Samples whose first surface lets paths through by chance: glass, or a material that blends. */
  readonly veiled: Float32Array;
  /** Sums over those of squared luminances: of `albedo`, and of product and floor coverage taken as red and green. */
  readonly veiledAlbedoSquared: Float32Array;
  readonly veiledCoverSquared: Float32Array;
  /** rgba: of `object` what the floor reflects. Only where that is wanted apart. */
  readonly reflection?: Float32Array;
}

/** Floats per pixel of each plane of an accumulation, in the order in which planes travel. */
export const PLANES = [
  ['object', 4],
  ['floor', 4],
  ['albedo', 3],
  ['normal', 3],
  ['luminanceSquared', 1],
  ['floorSquared', 1],
  ['samples', 1],
  ['halfLight', 1],
  ['halfFloor', 1],
  ['veiled', 1],
  ['veiledAlbedoSquared', 1],
  ['veiledCoverSquared', 1],
] as const satisfies readonly (readonly [keyof Accumulation, number])[];

/** The planes that sums have, with their floats per pixel: {@link PLANES}, and the reflection's own where it is there. */
export function planesOf(sums: Accumulation): { readonly values: Float32Array; readonly floats: number }[] {
  const planes = PLANES.map(([name, floats]) => ({ values: sums[name], floats: floats as number }));
  return sums.reflection === undefined ? planes : [...planes, { values: sums.reflection, floats: 4 }];
}

/** Accumulation planes filled with zeros. */
export function createSums(
  widthPx: number,
  heightPx: number,
  sampleCount: number,
  splitsReflection = false,
): Accumulation {
  const plane = (floats: number) => new Float32Array(widthPx * heightPx * floats);
  return {
    widthPx,
    heightPx,
    sampleCount,
    object: plane(4),
    floor: plane(4),
    albedo: plane(3),
    normal: plane(3),
    luminanceSquared: plane(1),
    floorSquared: plane(1),
    samples: plane(1),
    halfLight: plane(1),
    halfFloor: plane(1),
    veiled: plane(1),
    veiledAlbedoSquared: plane(1),
    veiledCoverSquared: plane(1),
    ...(splitsReflection && { reflection: plane(4) }),
  };
}

/** The sums of some rows, live. @param from Counts from the first row of `sums`. */
export function cropSums(sums: Accumulation, from: number, rows: number): Accumulation {
  const { widthPx, sampleCount, reflection } = sums;
  const cut = (plane: Float32Array, floats: number): Float32Array =>
    plane.subarray(from * widthPx * floats, (from + rows) * widthPx * floats);
  const planes = Object.fromEntries(
    PLANES.map(([name, floats]) => [name, cut(sums[name], floats)]),
  ) as unknown as Pick<Accumulation, (typeof PLANES)[number][0]>;
  const mirrored = reflection === undefined ? {} : { reflection: cut(reflection, 4) };
  return { widthPx, heightPx: rows, sampleCount, ...planes, ...mirrored };
}

/** Moves all rows up; what comes in at the lower border is zero. @param by Rows; from the height on, nothing is left. */
export function shiftSums(sums: Accumulation, by: number): void {
  for (const { values, floats } of planesOf(sums)) {
    const gone = Math.min(values.length, by * sums.widthPx * floats);
    values.copyWithin(0, gone);
    values.fill(0, values.length - gone);
  }
}
