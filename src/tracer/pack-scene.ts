import type { Acceleration } from './build-acceleration.ts';
import type { TracerScene } from './scene.ts';

/** Limits of the integrator. */
export interface TraceLimits {
  /** Scattering events on opaque surfaces; passing through glass or cut-outs does not count. */
  readonly maxBounces: number;
  /**
   * Largest indirect contribution, in multiples of a white floor's radiance. 8 keeps reflections of softboxes in
   * other reflections and drops the single bright pixels that no denoiser removes.
   */
  readonly indirectClamp: number;
  /** Which way light is found: both, or one alone to check the other. */
  readonly estimator: 'both' | 'sky' | 'surface';
}

export const DEFAULT_TRACE_LIMITS: TraceLimits = { maxBounces: 6, indirectClamp: 8, estimator: 'both' };

/** A scene as one block of bytes, ready for a kernel. Can be posted to workers; never written after packing. */
export interface PackedScene {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Irradiance of the unblocked sky on the floor, rgb. Exposure is pi over its luminance. */
  readonly floorIrradiance: readonly [number, number, number];
}
