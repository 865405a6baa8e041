import { setTimeout as wait } from 'node:timers/promises';
import type { Folders } from './folders.ts';
import type { Journal } from './journal.ts';
import type { NodeResult } from './node-shapes.ts';
import { doNode } from './node-work.ts';
import { orderNodes, signNodes } from './order-nodes.ts';
import { encodeJpeg, type Picture } from './pictures.ts';
import type { HistoryEntry, Item, Queue } from './queue.ts';
import { readFiles, readInfo } from './read-info.ts';
import { findFile, refuseUnknownLinks } from './refuse-node.ts';
import { createSaver } from './save-pictures.ts';
import type { Sockets } from './sockets.ts';
import { isNewer, type Switches } from './switches.ts';

/** The one worker of a server: one job at a time, node by node. */
export interface Worker {
  /** Takes the next job if it is idle. */
  wake(): void;
  /** Asks the running job to stop at its next node or step; a job that has ended meanwhile is not touched. */
  interrupt(): void;
  /** The running job ends without a word, and leaves nothing. */
  lose(): void;
  release(at?: string): void;
  finishForeign(): void;
  /** After the job that runs, or at once. */
  free(what: { readonly models: boolean; readonly results: boolean }): void;
  runningNode(clientId: string): string | null;
}

export interface WorkerOutside {
  readonly switches: Switches;
  readonly journal: Journal;
  readonly folders: Folders;
  readonly queue: Queue;
  readonly sockets: Sockets;
}

class Interrupted extends Error {}

/** Id and class of the one node in jobs of other people: it waits. */
export const FOREIGN_CLASS = 'SomebodysNode';

export function createWorker({ switches, journal, folders, queue, sockets }: WorkerOutside): Worker {
  const loaded = new Set<string>();
  let cache = new Map<string, NodeResult>();
  const gates = new Map<string, () => void>();
  let endForeign = () => {};
  let current: { item: Item; node: string | null; isStopped: boolean; lost: AbortController } | null = null;
  let freeing = { models: false, results: false };
  const savePictures = createSaver(folders, switches);

  const applyFree = () => {
    if (freeing.models) loaded.clear();
    if (freeing.models || freeing.results) cache.clear();
    freeing = { models: false, results: false };
  };

  const run = async () => {
    for (let item = queue.take(); item; item = queue.take()) {
      const job = { item, node: null as string | null, isStopped: false, lost: new AbortController() };
      current = job;
      try {
        await runJob(item, job);
      } catch (error) {
        if (!job.lost.signal.aborted) throw error;
        journal.note({ kind: 'ended', promptId: item[1], how: 'lost' });
        // Whoever lost the job has cleared the queue already, or wants it cleared of this one.
        if (queue.running === item) queue.finish(null);
      }
      if (current === job) current = null;
      applyFree();
    }
  };

  const runJob = async (item: Item, job: NonNullable<typeof current>) => {
    const [, promptId, graph, extraData, outputs] = item;
    const { signal } = job.lost;
    const clientId = typeof extraData.client_id === 'string' ? extraData.client_id : null;
    const messages: [string, object][] = [];
    const say = (type: string, data: object) => {
      if (clientId !== null) sockets.send(clientId, type, { ...data, prompt_id: promptId });
    };
    const record = (type: string, data: object = {}) => {
      const whole = { ...data, prompt_id: promptId, timestamp: Date.now() };
      messages.push([type, whole]);
      say(type, whole);
    };
    const states: Record<string, object> = {};
    const newer = isNewer(switches.version);
    const tellState = (node: string, state: string, value: number, max: number, more: object = {}) => {
      const names = { display_node_id: node, parent_node_id: null, real_node_id: node };
      states[node] = { value, max, state, node_id: node, prompt_id: promptId, ...names, ...more };
      say('progress_state', { nodes: states });
    };

    record('execution_start');
    const signatures = signNodes(graph, outputs, folders);
    const cached = [...signatures.keys()].filter((node) => cache.has(signatures.get(node)!));
    // Only results of this graph's nodes are kept for the next one.
    cache = new Map(cached.map((node) => [signatures.get(node)!, cache.get(signatures.get(node)!)!]));
    record('execution_cached', { nodes: cached });

    const shown: Record<string, unknown> = {};
    const executed: string[] = [];
    let how: 'success' | 'error' | 'interrupted' = 'success';
    try {
      for (const node of orderNodes(graph, outputs, (id) => cache.has(signatures.get(id)!))) {
        await runNode(node);
      }
      record('execution_success');
    } catch (error) {
      if (signal.aborted) throw error;
      const about = { node_id: job.node, node_type: graph[job.node!]?.class_type, executed };
      how = error instanceof Interrupted ? 'interrupted' : 'error';
      if (error instanceof Interrupted) record('execution_interrupted', about);
      else recordError(error as Error, about);
    }
    await wait(switches.historyMs, undefined, { signal });
    job.node = null;
    queue.finish(describe());
    say('executing', { node: null });
    journal.note({ kind: 'ended', promptId, how });

    function describe(): HistoryEntry {
      const meta = Object.keys(shown).map((node) => [
        node,
        { node_id: node, display_node: node, parent_node: null, real_node_id: node },
      ]);
      const status_str = how === 'success' ? 'success' : 'error';
      return {
        prompt: item,
        outputs: shown,
        status: { status_str, completed: how === 'success', messages },
        meta: Object.fromEntries(meta),
      };
    }

    function recordError(error: Error, about: object) {
      if (/OutOfMemory/.test(error.name)) {
        loaded.clear();
        cache.clear();
      }
      const inputs = graph[job.node!]?.inputs ?? {};
      const current_inputs = Object.entries(inputs).map(([name, value]) => [name, [value]]);
      record('execution_error', {
        ...about,
        exception_message: `${error.message}\n`,
        exception_type: error.name,
        traceback: ['  File "/opt/ComfyUI/execution.py", line 496, in execute\n'],
        current_inputs: Object.fromEntries(current_inputs),
        current_outputs: executed,
      });
    }

    async function runNode(node: string) {
      const { class_type = '', inputs } = graph[node]!;
      const key = signatures.get(node)!;
      const known = cache.get(key);
      // What is known already is told by `execution_cached` alone; of an output what it shows as well.
      if (known) return showResult(node, known);
      job.node = node;
      tellState(node, 'running', 0, 1);
      say('executing', { node, display_node: node });
      journal.note({ kind: 'node', node, promptId });
      await stand(node, class_type);
      checkStop();
      throwFault(node, class_type, inputs);
      findFile(class_type, inputs, readFiles(switches));
      refuseUnknownLinks(class_type, inputs, readInfo(switches)[class_type]);
      await wait(switches.nodeMs, undefined, { signal });
      const result =
        class_type === FOREIGN_CLASS
          ? await waitForForeign()
          : await doNode(class_type, resolveLinks(node), {
              folders,
              load: async (file) => {
                if (!loaded.has(file)) {
                  // Newer servers say it, and say it again.
                  for (const _ of newer ? [1, 2] : [])
                    tellState(node, 'running', 0, 1, { activity: 'loading' });
                  await wait(switches.loadMs, undefined, { signal });
                  if (newer) tellState(node, 'running', 0, 1);
                }
                loaded.add(file);
              },
              step: (value, of, show) => takeStep(node, class_type, value, of, show),
              save: (pictures, type, prefix) => savePictures(pictures, type, prefix, item),
            });
      signal.throwIfAborted();
      cache.set(key, result);
      executed.push(node);
      showResult(node, result);
      tellState(node, 'finished', 1, 1);
    }

    function showResult(node: string, { ui }: NodeResult) {
      if (!ui) return;
      shown[node] = ui;
      say('executed', { node, display_node: node, output: ui });
    }

    async function takeStep(node: string, type: string, value: number, of: number, show?: () => Picture) {
      await stand(`${node}@${value}`, `${type}@${value}`);
      await wait(switches.stepMs, undefined, { signal });
      checkStop();
      tellState(node, 'running', value, of);
      const jpeg = show && clientId !== null && wantsPreview(extraData) ? await encodeJpeg(show()) : null;
      const names = { display_node_id: node, parent_node_id: null, real_node_id: node };
      const about = { node_id: node, prompt_id: promptId, ...names };
      if (jpeg) sockets.sendPreview(clientId!, 'with-metadata', jpeg, about);
      say('progress', { value, max: of, node });
      if (jpeg) sockets.sendPreview(clientId!, 'plain', jpeg, about);
      journal.note({ kind: 'step', node, step: value, promptId });
    }

    /** Stops where it is told to, for as long as it is told to. */
    async function stand(...names: string[]) {
      const at = names.find((name) => switches.holdAt.includes(name));
      if (at === undefined) return;
      const opened = new Promise<void>((resolve, reject) => {
        gates.set(at, resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      journal.note({ kind: 'held', at, promptId });
      await opened;
    }

    async function waitForForeign(): Promise<NodeResult> {
      await new Promise<void>((resolve, reject) => {
        endForeign = resolve;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      return { outputs: [] };
    }

    function checkStop() {
      if (job.isStopped && switches.interrupts) throw new Interrupted();
    }

    function throwFault(node: string, type: string, inputs: Record<string, unknown>) {
      const fault = switches.nodeFaults.find((each) => each.times > 0 && [node, type].includes(each.node));
      if (!fault) return;
      const latent = inputs.latent_image;
      const batch = Array.isArray(latent)
        ? ((cache.get(signatures.get(String(latent[0]))!)?.outputs[Number(latent[1])] as { pictures?: [] }) ??
          {})
        : {};
      if (fault.aboveBatch !== undefined && (batch.pictures?.length ?? 0) <= fault.aboveBatch) return;
      switches.nodeFaults = switches.nodeFaults.map((each) =>
        each === fault ? { ...each, times: each.times - 1 } : each,
      );
      throw Object.assign(new Error(fault.message), { name: fault.type });
    }

    function resolveLinks(node: string): Record<string, unknown> {
      const entries = Object.entries(graph[node]!.inputs).map(([name, value]) => {
        if (!Array.isArray(value)) return [name, value];
        return [name, cache.get(signatures.get(String(value[0]))!)!.outputs[Number(value[1])]];
      });
      return Object.fromEntries(entries);
    }
  };

  const wantsPreview = (extraData: Record<string, unknown>) => {
    const asked = isNewer(switches.version) ? extraData.preview_method : undefined;
    return (asked === undefined || asked === 'default' ? switches.previewMethod : asked) !== 'none';
  };

  let isRunning = false;
  return {
    wake() {
      if (isRunning) return;
      isRunning = true;
      void run().finally(() => {
        isRunning = false;
        if (queue.pending().length > 0) this.wake();
      });
    },
    interrupt() {
      if (!current) return;
      current.isStopped = true;
      journal.note({ kind: 'interrupt', promptId: current.item[1] });
      if (FOREIGN_CLASS in current.item[2]) endForeign();
    },
    lose: () => current?.lost.abort(new Error('lost')),
    release(at) {
      for (const [name, open] of gates) {
        if (at !== undefined && at !== name) continue;
        gates.delete(name);
        open();
      }
      switches.holdAt = at === undefined ? [] : switches.holdAt.filter((name) => name !== at);
    },
    finishForeign: () => endForeign(),
    free(what) {
      freeing = { models: freeing.models || what.models, results: freeing.results || what.results };
      if (!current) applyFree();
    },
    runningNode: (clientId) => (current?.item[3].client_id === clientId ? current.node : null),
  };
}
