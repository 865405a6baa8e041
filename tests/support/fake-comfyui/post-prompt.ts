import { randomUUID } from 'node:crypto';
import type { AnyGraph } from './graph-shapes.ts';
import type { Reply } from './http-support.ts';
import { readInfo } from './read-info.ts';
import type { Site } from './site.ts';
import { isNewer } from './switches.ts';
import { validatePrompt } from './validate-prompt.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** POST /prompt: validates and queues. Up to 0.3.64 an id may come twice, and runs twice. */
export function postPrompt(asked: Record<string, unknown>, site: Site): Reply {
  const { switches, queue, worker, folders, journal } = site;
  const newer = isNewer(switches.version);
  let number = typeof asked.number === 'number' ? asked.number : queue.nextNumber();
  if (asked.number === undefined && asked.front) number = -number;
  if (asked.prompt === undefined) {
    const message = 'No prompt provided';
    return refuse({ type: 'no_prompt', message, details: message, extra_info: {} });
  }
  const promptId = asked.prompt_id == null ? randomUUID() : String(asked.prompt_id);
  if (newer && !UUID.test(promptId)) {
    const details =
      'prompt_id must be a UUID string in canonical lowercase hyphenated form; omit it to let the server generate one';
    const message = 'prompt_id must be a valid UUID';
    return refuse({ type: 'invalid_prompt_id', message, details, extra_info: {} });
  }
  const isThere = [queue.running, ...queue.pending()].some((item) => item?.[1] === promptId);
  if (newer && (isThere || queue.history.has(promptId))) {
    return { status: 409, body: { error: 'prompt_id already exists' } };
  }

  const graph = asked.prompt as AnyGraph;
  const verdict = validatePrompt(graph, readInfo(switches), {
    isNewer: newer,
    hasFile: (name) => folders.readValue(name) !== null,
    ...(Array.isArray(asked.partial_execution_targets) && { targets: asked.partial_execution_targets }),
  });
  if (verdict.error) return refuse(verdict.error, verdict.node_errors);
  const extraData = {
    ...(asked.extra_data as object | undefined),
    ...(asked.client_id !== undefined && { client_id: asked.client_id }),
    ...(newer && { create_time: Date.now() }),
  };
  queue.put([number, promptId, graph, extraData, verdict.outputs]);
  journal.queued(promptId);
  worker.wake();
  return { status: 200, body: { prompt_id: promptId, number, node_errors: verdict.node_errors } };
}

function refuse(error: object, node_errors: object = {}): Reply {
  return { status: 400, body: { error, node_errors } };
}
