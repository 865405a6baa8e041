import type { Look } from '../../contract/http/looks.ts';

/** A look that a person saved, or deleted and the server does not know it yet. Survives sign-out. */
export interface LookRow {
  /** Made on the device. */
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly look: Look;
  /** Milliseconds since the epoch, as the next three. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** `updatedAt` of the state that the server has; null when it has none. */
  readonly sentAt: number | null;
}
