import { WAITING_NODE } from '../../../contract/render-events.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import type { LedTone } from '../../ui/Led.tsx';
import { type LoaderState, shownJob } from './loader-machine.ts';
import { type RenderJob, waitsForServer } from './render-job.ts';

export interface LoaderLine {
  readonly text: string;
  /** Green when idle with servers, amber otherwise (S3 2); null where a spinner turns instead. */
  readonly led: LedTone | null;
}

/**
 * The one line of the loader slide.
 *
 * @param isSystemKnown False until the server has told about its engines.
 */
export function describeLoader(t: Catalogue, loader: LoaderState, isSystemKnown: boolean): LoaderLine {
  const job = shownJob(loader);
  if (job !== null && waitsForServer(loader, job))
    return { text: describeNode(t, WAITING_NODE), led: 'warn' };
  if (job !== null && job.channel === 'broken') return { text: t.loader.reconnecting, led: null };
  switch (loader.phase) {
    case 'hidden':
      return { text: '', led: 'warn' };
    case 'idle':
      if (loader.hasServers) return { text: t.loader.ready, led: 'ok' };
      return { text: isSystemKnown ? t.loader.noServers : t.loader.idle, led: 'warn' };
    case 'starting':
      return { text: describeStart(t, loader, job), led: null };
    case 'queued':
      return { text: t.loader.queued, led: 'warn' };
    case 'processing':
      return { text: describeNode(t, job?.nodeId ?? null), led: null };
    case 'error':
      return { text: t.loader.failed, led: 'warn' };
  }
}

/** How a start goes on: on its way, taken, and while no engine is there a word for each time that it was looked for. */
function describeStart(t: Catalogue, { hasServers }: LoaderState, job: RenderJob | null): string {
  if (job === null || job.renderId === null) return t.loader.starting;
  if (hasServers) return t.loader.assigningEngine;
  const { startingAttempts, startingServer } = t.loader;
  if (job.attempt === 0) return startingServer;
  return startingAttempts[Math.min(job.attempt, startingAttempts.length) - 1] ?? startingServer;
}

/** The two lines of an order that waits: its place, and what its engine does meanwhile (S3 4). */
export function describeWaiting(
  t: Catalogue,
  loader: Pick<LoaderState, 'hasServers' | 'totalServers'>,
  job: Pick<RenderJob, 'renderId' | 'queuePosition' | 'enginesBusy'>,
): { readonly place: string; readonly engine: string } {
  const { engineStarting, engineAssigning, engineBusy, engineError } = t.loader;
  const { orderStarting, orderPreparing, queuePosition } = t.loader;
  const place =
    job.queuePosition === null
      ? job.renderId === null
        ? orderStarting
        : orderPreparing
      : queuePosition(job.queuePosition);
  if (!loader.hasServers) return { place, engine: loader.totalServers > 0 ? engineError : engineStarting };
  return { place, engine: job.enginesBusy === 0 ? engineAssigning : engineBusy };
}

/** What the engine does now, in the person's language; a step nobody named is "Processing...". */
export function describeNode(t: Catalogue, nodeId: string | null): string {
  const nodes: Readonly<Record<string, string>> = t.loader.nodes;
  return (nodeId === null ? undefined : nodes[nodeId]) ?? t.loader.processing;
}
