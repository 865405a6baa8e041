import type { PictureWorkers } from '../../../../images/pictures.ts';
import type { Servers } from '../fleet/fleet.ts';
import type { Timing } from './timing.ts';

/** What drawing orders needs. */
export interface Dispatch {
  readonly servers: Servers;
  readonly pictures: PictureWorkers;
  /** Mark of our jobs on servers that others use, too. */
  readonly instance: string;
  readonly timing: Timing;
  /** Number of pixels that a graph works on. */
  readonly graphPixels: number;
}
