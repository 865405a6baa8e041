import type { ContentHash } from '../../contract/ids.ts';

/** Surroundings that a person gave, or deleted and the server does not know it yet. Survives sign-out. */
export interface EnvironmentRow {
  /** Made on the device. */
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  /** Of the PNG that `ComputeApi.prepareEnvironment` made. */
  readonly pictureHash: ContentHash;
  /** Data URL of a small picture; null where there is none. */
  readonly thumbnail: string | null;
  /** Milliseconds since the epoch, as the next three. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** `updatedAt` of the state that the server has; null when it has none. */
  readonly sentAt: number | null;
}
