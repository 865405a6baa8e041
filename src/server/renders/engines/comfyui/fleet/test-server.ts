import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../../contract/failure.ts';
import { buildTestGraph } from '../families/build-test-graph.ts';
import type { Dispatch } from '../job/dispatch.ts';
import { followJob } from '../job/follow-job.ts';
import { submitJob } from '../job/submit-job.ts';
import { ServerFault } from './server-fault.ts';

/**
 * Makes a tiny picture on one server, whatever else it has to do, and looks whether it is one.
 *
 * @throws AppError `engine-unavailable` when the server is not there or cannot draw, `engine-failed`.
 */
export async function testServer(dispatch: Dispatch, serverId: string, signal: AbortSignal): Promise<void> {
  const server = dispatch.servers.all.find(({ address }) => address.id === serverId);
  const profile = server?.profile() ?? null;
  const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const graph = profile === null ? null : buildTestGraph(profile, seed);
  if (server === undefined || !server.isThere() || graph === null) {
    throw new AppError({ code: 'engine-unavailable' });
  }
  const promptId = randomUUID();
  const lease = server.take();
  lease.promptId = promptId;
  let isOut = false;
  try {
    const clientId = server.clientId();
    await submitJob(server, { promptId, clientId, graph, instance: dispatch.instance }, signal);
    isOut = true;
    const output = { node: 'result', count: 1 };
    const [image] = await followJob(server, promptId, output, dispatch.timing, () => {}, signal);
    if (image === undefined) throw new AppError({ code: 'engine-failed', reason: 'it made no picture' });
    const work = dispatch.pictures.workFor({ lane: 'background', caller: 'comfyui', signal });
    await work.inspectImage(await server.http.view(image, signal), 'result');
    server.forget(promptId);
  } catch (error) {
    if (isOut) server.abandon(promptId, false);
    if (!(error instanceof ServerFault)) throw error;
    const { kind, detail } = error.problem;
    server.note(kind, `test: ${detail}`);
    throw new AppError({ code: 'engine-failed', reason: `${kind}: ${detail}` }, { cause: error });
  } finally {
    lease.release();
  }
}
