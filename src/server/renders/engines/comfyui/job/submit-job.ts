import type { Submission } from '../fleet/comfy-http.ts';
import type { ComfyServer } from '../fleet/comfy-server.ts';
import { ServerFault } from '../fleet/server-fault.ts';
import { describeNodeErrors } from './read-answer.ts';

/**
 * Hands a job in, once: where no answer comes it is looked for, and never sent again under the same id, because some
 * servers would run it twice.
 *
 * @throws ServerFault `invalid` for a graph that is refused, also in part; else why it could not be handed in. A job
 *   that may have arrived all the same is ended in the background.
 */
export async function submitJob(server: ComfyServer, job: Submission, signal: AbortSignal): Promise<void> {
  const { promptId } = job;
  try {
    const { dropped } = await server.http.submit(job, signal);
    const { lines, types, isImageGone } = describeNodeErrors(dropped);
    if (Object.keys(dropped).length === 0) return;
    server.abandon(promptId, false);
    const detail = ['accepted only in part', ...lines].join('; ');
    throw new ServerFault({ kind: 'invalid', detail, types, isImageGone });
  } catch (error) {
    if (signal.aborted) server.abandon(promptId, true);
    if (!(error instanceof ServerFault) || !mayHaveArrived(error)) throw error;
    if (await isKnown(server, promptId, signal)) return;
    server.abandon(promptId, true);
    throw error;
  }
}

function mayHaveArrived({ problem }: ServerFault): boolean {
  const { kind } = problem;
  return kind === 'timeout' || kind === 'broken' || kind === 'status' || kind === 'bad-answer';
}

/** True when the server has the job: waiting, running or done. */
export async function isKnown(server: ComfyServer, promptId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { running, pending } = await server.http.queue(signal);
    if ([...running, ...pending].some(({ id }) => id === promptId)) return true;
    return (await server.http.history(promptId, signal)) !== null;
  } catch (error) {
    if (error instanceof ServerFault) return false;
    throw error;
  }
}
