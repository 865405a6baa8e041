import type { Failure } from '../../contract/failure.ts';

/** What the live view waits for, each with its sentence in the catalogue under `live.waits`. */
export type LiveWait = 'stage' | 'model' | 'tool' | 'turntable' | 'pose' | 'order';

/** The live view: the stage's picture, traced by this device while nothing moves. */
export interface LiveState {
  isOn: boolean;
  /** `resting` until the stage has stood still for a moment, or as long as something is waited for. */
  status: 'resting' | 'refining' | 'finished' | 'failed';
  /** Null where nothing but a still stage is waited for. */
  waitsFor: LiveWait | null;
  /** The picture that stands on the stage; samples are the mean per pixel. */
  frame: { widthPx: number; heightPx: number; sampleCount: number } | null;
  /** Why it failed; null for a bug. */
  failure: Failure | null;
  /** What has come of the wish to keep this picture. */
  keeping: 'no' | 'keeping' | 'kept';
}

export function initialLive(): LiveState {
  return {
    isOn: false,
    status: 'resting',
    waitsFor: null,
    frame: null,
    failure: null,
    keeping: 'no',
  };
}
