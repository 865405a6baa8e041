import type { z } from 'zod';
import { traceRequest } from '../../../../tracing/trace-request.ts';
import type { Graph } from '../graph/parts.ts';
import {
  HistoryBody,
  type HistoryEntry,
  JobCancelled,
  type NodeErrors,
  PromptAccepted,
  PromptRefused,
  type Queue,
  QueueBody,
  type StoredImage,
  Uploaded,
} from '../job/job-shapes.ts';
import {
  describeRefusal,
  IMAGE_MAX_BYTES,
  JSON_MAX_BYTES,
  parseAnswer,
  readBounded,
} from '../job/read-answer.ts';
import type { Timing } from '../job/timing.ts';
import type { ServerAddress } from './server-address.ts';
import { ServerFault, toCallFault } from './server-fault.ts';

/** A job as it is handed in. */
export interface Submission {
  /** Lowercase UUID v4. */
  readonly promptId: string;
  readonly clientId: string;
  readonly graph: Graph;
  /** Mark of our instance, see {@link Queue}. */
  readonly instance: string;
}

/**
 * One server's calls. Every one of them is bounded in time and size and fails with a {@link ServerFault}, or with what
 * `signal` aborts with.
 */
export interface ComfyHttp {
  /** Any JSON of the server's own description: `/system_stats`, `/object_info`. */
  read<T>(path: string, shape: z.ZodType<T>, timeoutMs: number, signal: AbortSignal): Promise<T>;
  queue(signal: AbortSignal): Promise<Queue>;
  /** Null while the job is unknown, waits or runs. */
  history(promptId: string, signal: AbortSignal): Promise<HistoryEntry | null>;
  /**
   * Hands a job in. `isNew` is false for an id that the server has already: that job is ours, from an earlier call.
   *
   * @returns Nodes that the server has dropped; none in a good answer.
   * @throws ServerFault `invalid` for a graph that it refuses.
   */
  submit(job: Submission, signal: AbortSignal): Promise<{ isNew: boolean; dropped: NodeErrors }>;
  /** @returns What a node calls the picture. */
  upload(name: string, png: Uint8Array, signal: AbortSignal): Promise<string>;
  view(image: StoredImage, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends a job at once on newer servers. False: this server does not know the call. */
  cancelJob(promptId: string, signal: AbortSignal): Promise<boolean>;
  deletePending(promptId: string, signal: AbortSignal): Promise<void>;
  /** Takes effect at the end of what the GPU is at. */
  interrupt(promptId: string, signal: AbortSignal): Promise<void>;
  deleteHistory(promptId: string, signal: AbortSignal): Promise<void>;
  /** Unloads models, before the next job. */
  free(signal: AbortSignal): Promise<void>;
}

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly timeoutMs: number;
  readonly maxBytes?: number;
}

/** In a path: its {@link Submission.promptId}. */
const JOB_ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

/** Folder of our pictures among a server's temporary files. */
const UPLOAD_FOLDER = 'rj';

export function createComfyHttp(server: ServerAddress, timing: Timing): ComfyHttp {
  const { getMs } = timing;

  /** @returns Status and body; any status. */
  async function call(made: Call, signal: AbortSignal): Promise<{ status: number; bytes: Uint8Array }> {
    const { path, json, form, timeoutMs, maxBytes = JSON_MAX_BYTES } = made;
    const name = `${made.method ?? 'GET'} /${path.replace(/\?.*/, '')}`;
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const body = form ?? (json === undefined ? null : JSON.stringify(json));
    try {
      const { method = 'GET' } = made;
      const template = `/${path.replace(/\?.*/, '').replace(JOB_ID, '{prompt_id}')}`;
      const send = async () => {
        const response = await fetch(new URL(path, server.base), {
          method,
          headers: {
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
            ...server.headers,
          },
          body,
          redirect: 'manual',
          signal: AbortSignal.any([signal, timeout]),
        });
        return { status: response.status, bytes: await readBounded(response, maxBytes, name) };
      };
      const asked = { peer: 'comfyui', method, url: server.base, template } as const;
      return await traceRequest(asked, send, ({ status }) => status);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServerFault) throw error;
      if (!timeout.aborted) throw toCallFault(error, name);
      const detail = `${name}: no answer within ${timeoutMs} ms`;
      throw new ServerFault({ kind: 'timeout', detail }, { cause: error });
    }
  }

  async function good(made: Call, signal: AbortSignal): Promise<Uint8Array> {
    const { status, bytes } = await call(made, signal);
    if (status >= 200 && status < 300) return bytes;
    throw badStatus(made, status);
  }

  const get = async <T>(path: string, shape: z.ZodType<T>, timeoutMs: number, signal: AbortSignal) =>
    parseAnswer(shape, await good({ path, timeoutMs }, signal), path);
  const post = async (path: string, json: unknown, signal: AbortSignal) => {
    await good({ method: 'POST', path, json, timeoutMs: getMs }, signal);
  };

  return {
    read: get,
    queue: (signal) => get('queue', QueueBody, getMs, signal),
    async history(promptId, signal) {
      const entries = await get(`history/${promptId}`, HistoryBody, getMs, signal);
      return entries[promptId] ?? null;
    },
    async submit({ promptId, clientId, graph, instance }, signal) {
      const json = {
        prompt: graph,
        prompt_id: promptId,
        client_id: clientId,
        extra_data: { preview_method: 'auto', vitrine: { instance } },
      };
      const made: Call = { method: 'POST', path: 'prompt', json, timeoutMs: timing.promptMs };
      const { status, bytes } = await call(made, signal);
      if (status === 200) {
        return { isNew: true, dropped: parseAnswer(PromptAccepted, bytes, 'prompt').node_errors };
      }
      if (status !== 400 && status !== 409) throw badStatus(made, status);
      const refusal = parseAnswer(PromptRefused, bytes, 'prompt');
      if (status === 409) return { isNew: false, dropped: {} };
      throw describeRefusal(refusal);
    },
    async upload(name, png, signal) {
      const form = new FormData();
      form.set('image', new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name);
      form.set('type', 'temp');
      form.set('subfolder', UPLOAD_FOLDER);
      const made: Call = { method: 'POST', path: 'upload/image', form, timeoutMs: timing.uploadMs };
      const { name: given, subfolder, type } = parseAnswer(Uploaded, await good(made, signal), made.path);
      return `${subfolder === '' ? '' : `${subfolder}/`}${given}${type === 'input' ? '' : ` [${type}]`}`;
    },
    view: ({ filename, subfolder, type }, signal) => {
      const path = `view?${new URLSearchParams({ filename, subfolder, type })}`;
      return good({ path, timeoutMs: timing.viewMs, maxBytes: IMAGE_MAX_BYTES }, signal);
    },
    async cancelJob(promptId, signal) {
      const made: Call = { method: 'POST', path: `api/jobs/${promptId}/cancel`, timeoutMs: getMs };
      const { status, bytes } = await call(made, signal);
      return status === 200 && JobCancelled.safeParse(parseJson(bytes)).success;
    },
    deletePending: (promptId, signal) => post('queue', { delete: [promptId] }, signal),
    interrupt: (promptId, signal) => post('interrupt', { prompt_id: promptId }, signal),
    deleteHistory: (promptId, signal) => post('history', { delete: [promptId] }, signal),
    free: (signal) => post('free', { unload_models: true, free_memory: true }, signal),
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}

function badStatus({ method, path }: Call, status: number): ServerFault {
  const detail = `${method ?? 'GET'} /${path.replace(/\?.*/, '')}: HTTP ${status}`;
  return new ServerFault({ kind: 'status', status, detail });
}
