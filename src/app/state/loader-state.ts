import type { RenderJob } from './render-job.ts';

/** What the status loader of S3 4 shows. */
export type LoaderPhase = 'hidden' | 'idle' | 'starting' | 'processing' | 'queued' | 'error';

export interface LoaderState {
  readonly phase: LoaderPhase;
  readonly jobs: readonly RenderJob[];
  readonly activeServers: number;
  readonly totalServers: number;
  readonly hasServers: boolean;
  /** A server of an AI engine is there. */
  readonly hasAi: boolean;
  /** Renders ordered and finished in this session. */
  readonly orderedCount: number;
  readonly completedCount: number;
  /** Failure code of the render that failed last, while it is shown. */
  readonly failedCode: string | null;
  /** The finished render whose bar runs back to 0. */
  readonly ending: RenderJob | null;
  /** The bar stands at 0 for a moment after that. */
  readonly isBarEmpty: boolean;
  /** That all own orders wait has been said; from then on only their count says so (I1). */
  readonly isQueueTold: boolean;
  readonly isHidden: boolean;
  /** Renders that are over, the last ones: an answer that was asked for before their end may still list them. */
  readonly endedIds: readonly number[];
}

export function initialLoader(): LoaderState {
  return {
    phase: 'idle',
    jobs: [],
    activeServers: 0,
    totalServers: 0,
    hasServers: false,
    hasAi: false,
    orderedCount: 0,
    completedCount: 0,
    failedCode: null,
    ending: null,
    isBarEmpty: false,
    isQueueTold: false,
    isHidden: false,
    endedIds: [],
  };
}
