import { WAITING_NODE } from '../../../contract/render-nodes.ts';
import { isAway, type Service } from '../../core/judge-service.ts';
import { shownJob } from '../../state/loader-machine.ts';
import type { LoaderState } from '../../state/loader-state.ts';
import { type RenderJob, waitsForServer } from '../../state/render-job.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import type { LedTone } from '../../ui/Led.tsx';

export interface LoaderLine {
  readonly text: string;
  /** Green when idle with servers, amber otherwise (S3 2); null where a spinner turns instead. */
  readonly led: LedTone | null;
}

/** The one line of the loader slide. Of what the server said before it was gone nothing is told as if it were so now. */
export function describeLoader(t: Catalogue, loader: LoaderState, service: Service): LoaderLine {
  const job = shownJob(loader);
  if (isAway(service)) {
    const { away, unsent } = t.loader;
    const text = job === null ? t.loader[service] : (job.renderId === null ? unsent : away)[service];
    return { text, led: 'warn' };
  }
  if (job !== null && waitsForServer(loader, job))
    return { text: describeWait(t, service, job), led: 'warn' };
  if (job !== null && job.channel === 'broken') return { text: t.loader.reconnecting, led: null };
  switch (loader.phase) {
    case 'hidden':
      return { text: '', led: 'warn' };
    case 'idle':
      return describeRest(t, loader, service);
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

/** Nothing of this person's is in work. */
function describeRest(
  t: Catalogue,
  { jobs }: Pick<LoaderState, 'jobs'>,
  service: Exclude<Service, 'offline' | 'gone' | 'signed-out'>,
): LoaderLine {
  if (service === 'unknown') return { text: t.loader.idle, led: 'warn' };
  if (service === 'none') return { text: t.loader.noServers, led: 'warn' };
  const [next] = jobs;
  if (next?.queuePosition != null) return { text: t.loader.busyPlace(next.queuePosition), led: 'warn' };
  if (service === 'studio-busy' || service === 'ai-busy') return { text: t.loader.busy, led: 'warn' };
  return { text: t.loader.ready, led: 'ok' };
}

/** Of an AI order that no server draws: because none is there, or because all of them are busy. */
export function describeWait(
  t: Catalogue,
  service: Service,
  { queuePosition }: Pick<RenderJob, 'queuePosition'>,
): string {
  if (service === 'ai-busy') {
    return queuePosition === null ? t.shell.engines[service] : t.loader.aiBusyPlace(queuePosition);
  }
  return service === 'ai' ? t.loader.assigningEngine : describeNode(t, WAITING_NODE);
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
  service: Service,
): { readonly place: string; readonly engine: string } {
  // Its place may be another one by now.
  if (isAway(service)) return { place: t.loader.queued, engine: t.loader[service] };
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
