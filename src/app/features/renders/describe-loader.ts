import { WAITING_NODE } from '../../../contract/render-events.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import type { LedTone } from '../../ui/Led.tsx';
import { type LoaderState, shownJob, waitsForServer } from './loader-machine.ts';

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
  switch (loader.phase) {
    case 'idle':
      if (loader.hasServers) return { text: t.loader.ready, led: 'ok' };
      return {
        text: isSystemKnown ? t.loader.noServers : t.loader.idle,
        led: isSystemKnown ? 'warn' : 'off',
      };
    case 'starting':
      if (job?.renderId == null) return { text: t.loader.starting, led: null };
      return { text: loader.hasServers ? t.loader.assigningEngine : t.loader.startingServer, led: null };
    case 'queued':
      return { text: t.loader.queued, led: 'warn' };
    case 'processing':
      return { text: describeNode(t, job?.nodeId ?? null), led: null };
    case 'error':
      return { text: t.loader.failed, led: 'danger' };
  }
}

/** What the engine does now, in the person's language; a step nobody named is "Processing...". */
export function describeNode(t: Catalogue, nodeId: string | null): string {
  const nodes: Readonly<Record<string, string>> = t.loader.nodes;
  return (nodeId === null ? undefined : nodes[nodeId]) ?? t.loader.processing;
}
