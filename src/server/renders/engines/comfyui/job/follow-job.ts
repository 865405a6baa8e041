import type { ComfyServer } from '../fleet/comfy-server.ts';
import { ServerFault } from '../fleet/server-fault.ts';
import { type ExecutionError, readEnding, type StoredImage } from './job-shapes.ts';
import type { JobSign } from './job-signs.ts';
import type { ComfyEvent } from './read-message.ts';
import type { Timing } from './timing.ts';

/** What a job that goes on tells. */
export type JobNews =
  | { readonly kind: 'event'; readonly event: ComfyEvent }
  /** It waits behind others in the server's queue. */
  | { readonly kind: 'queued' }
  /** Nothing new, but it lives: a model may be loading. */
  | { readonly kind: 'alive' };

/**
 * Follows a job that was handed in until its pictures are there, by the socket and by looking into queue and history
 * beside it: either may be silent.
 *
 * @param output The node whose pictures count, and how many there must be.
 * @throws ServerFault `lost`, `interrupted`, `silent`, `out-of-memory`, `model-gone`, `execution`, `bad-answer`, or why the server has
 *   gone. What `signal` aborts with, at once; the job goes on.
 */
export async function followJob(
  server: ComfyServer,
  promptId: string,
  output: { readonly node: string; readonly count: number },
  timing: Timing,
  tell: (news: JobNews) => void,
  signal: AbortSignal,
): Promise<readonly StoredImage[]> {
  signal.throwIfAborted();
  const start = performance.now();
  let lastSignMs = start;
  let place: 'running' | 'pending' | null = null;
  let isAsking = false;
  let absences = 0;
  let images: readonly StoredImage[] = [];
  let end = () => {};
  try {
    return await new Promise<readonly StoredImage[]>((resolve, reject) => {
      const fail = (problem: ConstructorParameters<typeof ServerFault>[0]) =>
        reject(new ServerFault(problem));

      const askHistory = async () => {
        if (isAsking) return;
        isAsking = true;
        const entry = await server.http.history(promptId, signal).finally(() => {
          isAsking = false;
        });
        if (entry === null) return onMissing();
        const ending = readEnding(entry);
        if (ending.kind === 'error') return reject(toExecutionFault(ending.error));
        if (ending.kind === 'interrupted') return fail(INTERRUPTED);
        const own = ending.outputs[output.node]?.images ?? [];
        resolve(own.length > 0 ? own : Object.values(ending.outputs).flatMap((node) => node.images ?? []));
      };
      // What cannot be read now is told by the server's watch when it lasts.
      const ask = () => void askHistory().catch(() => {});

      /** Neither in the queue nor in the history: twice, because it may pass from one to the other in between. */
      const onMissing = () => {
        absences += 1;
        if (absences < 3) setTimeout(server.look, timing.historyMs);
        else fail({ kind: 'lost', detail: 'the job is in neither queue nor history' });
      };

      const onEvent = (event: ComfyEvent) => {
        lastSignMs = performance.now();
        place = 'running';
        tell({ kind: 'event', event });
        if (event.kind === 'executed' && event.node === output.node) images = event.images;
        if (event.kind === 'failed') reject(toExecutionFault(event.error));
        if (event.kind === 'interrupted') fail(INTERRUPTED);
        if (event.kind === 'success' && images.length >= output.count) resolve(images);
        if (event.kind === 'executing' && event.node === null) ask();
      };

      const onPlace = (now: 'running' | 'pending' | 'absent') => {
        if (now === 'absent') return ask();
        absences = 0;
        if (now === place) return;
        place = now;
        lastSignMs = performance.now();
      };

      const onSign = (sign: JobSign) => {
        if (sign.kind === 'event') onEvent(sign.event);
        else if (sign.kind === 'place') onPlace(sign.place);
        else reject(sign.fault);
      };

      const stopFollowing = server.follow(promptId, onSign);
      const sign = setInterval(() => {
        if (place === 'running' && performance.now() - lastSignMs > timing.silenceMs) {
          fail({ kind: 'silent', detail: `no sign of a running job for ${timing.silenceMs} ms` });
        } else tell(place === 'pending' ? { kind: 'queued' } : { kind: 'alive' });
      }, timing.signMs);
      const firstSign = setTimeout(() => {
        if (place === 'pending') tell({ kind: 'queued' });
      }, timing.queuedSignMs);
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      end = () => {
        stopFollowing();
        clearInterval(sign);
        clearTimeout(firstSign);
        signal.removeEventListener('abort', onAbort);
      };
      server.look();
    });
  } finally {
    end();
  }
}

const INTERRUPTED = {
  kind: 'interrupted',
  detail: 'somebody else stopped the job on the server',
} as const;

/** Never the exception's own words beyond their first line: they may quote an order. */
function toExecutionFault(error: ExecutionError): ServerFault {
  const { exception_type, exception_message, node_type } = error;
  const isMemory = /outofmemory|out_of_memory|out of memory/i.test(`${exception_type} ${exception_message}`);
  const isModelGone = /loader/i.test(node_type) && exception_type === 'FileNotFoundError';
  const words = exception_message.split('\n', 1)[0]?.slice(0, 300) ?? '';
  const detail = `${node_type}: ${exception_type}: ${words}`;
  const kind = isMemory ? 'out-of-memory' : isModelGone ? 'model-gone' : 'execution';
  return new ServerFault({ kind, detail });
}
