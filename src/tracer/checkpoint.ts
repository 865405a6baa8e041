import type { Accumulation } from './accumulation.ts';
import type { SamplePlan } from './plan-samples.ts';

/**
 * Of what TypeScript makes of a scene before and between the kernel's passes, such as the light of a sky or the plan of samples: one
 * more with each change of it by which a picture has other bytes. Sums of one version are not gone on with in another.
 */
export const SAMPLING_VERSION = 4;

/** How far a picture is that is traced whole: what the passes that are left go on from, to the same bits. */
export interface Checkpoint {
  /** Passes that are done. */
  readonly pass: number;
  readonly rayCount: number;
  /** Null before samples are shared out. */
  readonly plan: SamplePlan | null;
}

/** Keeps how far the pictures of one order are, where the host can. What it cannot keep is begun anew. */
export interface CheckpointStore {
  /** Whether it is time to keep one. */
  isDue(): boolean;
  /** Keeps one, with its sums, in place of that before. */
  write(imageIndex: number, checkpoint: Checkpoint, sums: Accumulation): Promise<void>;
  /**
   * The last one of a picture.
   *
   * @param sums Of the picture's size and zero: filled, and still zero where there is none.
   * @returns Null for none.
   */
  read(imageIndex: number, sums: Accumulation): Promise<Checkpoint | null>;
}
