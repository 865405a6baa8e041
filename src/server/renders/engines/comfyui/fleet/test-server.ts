import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../../contract/failure.ts';
import type { Graph } from '../graph/parts.ts';
import type { Dispatch } from '../job/dispatch.ts';
import { followJob } from '../job/follow-job.ts';
import { submitJob } from '../job/submit-job.ts';
import { ServerFault } from './server-fault.ts';

const SIZE_PX = 512;
const STEPS = 4;

/**
 * Makes a tiny picture on one server, whatever else it has to do, and looks whether it is one.
 *
 * @throws AppError `engine-unavailable` when the server is not there or cannot draw, `engine-failed`.
 */
export async function testServer(dispatch: Dispatch, serverId: string, signal: AbortSignal): Promise<void> {
  const server = dispatch.servers.all.find(({ address }) => address.id === serverId);
  const checkpoint = server?.profile()?.checkpoint ?? null;
  if (server === undefined || !server.isThere() || checkpoint === null) {
    throw new AppError({ code: 'engine-unavailable' });
  }
  const promptId = randomUUID();
  const lease = server.take();
  lease.promptId = promptId;
  let isOut = false;
  try {
    const graph = buildTestGraph(checkpoint, Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
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

/** @param seed Another one each time: a server answers what it has drawn already from its cache. */
function buildTestGraph(checkpoint: string, seed: number): Graph {
  return {
    checkpoint: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    positive: { class_type: 'CLIPTextEncode', inputs: { text: 'a white cube', clip: ['checkpoint', 1] } },
    negative: { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['checkpoint', 1] } },
    empty: {
      class_type: 'EmptyImage',
      inputs: { width: SIZE_PX, height: SIZE_PX, batch_size: 1, color: 0x808080 },
    },
    encode: { class_type: 'VAEEncode', inputs: { pixels: ['empty', 0], vae: ['checkpoint', 2] } },
    sample: {
      class_type: 'KSampler',
      inputs: {
        model: ['checkpoint', 0],
        positive: ['positive', 0],
        negative: ['negative', 0],
        latent_image: ['encode', 0],
        seed,
        steps: STEPS,
        cfg: 6,
        sampler_name: 'dpmpp_2m',
        scheduler: 'karras',
        denoise: 1,
      },
    },
    decode: { class_type: 'VAEDecode', inputs: { samples: ['sample', 0], vae: ['checkpoint', 2] } },
    result: { class_type: 'PreviewImage', inputs: { images: ['decode', 0] } },
  };
}
