import { fitText } from '../../../../../contract/files/fit-text.ts';
import type { EngineServer } from '../../../../../contract/http/engines.ts';
import { createBackOff, pause } from '../../../../process/wait.ts';
import type { ServerProfile } from '../graph/parts.ts';
import { abandonJob, forgetJob } from '../job/abandon-job.ts';
import { createJobRegistry } from '../job/job-registry.ts';
import { createJobSigns } from '../job/job-signs.ts';
import type { Timing } from '../job/timing.ts';
import { type ComfyHttp, createComfyHttp } from './comfy-http.ts';
import type { ComfyServer } from './comfy-server.ts';
import { type ComfySocket, openComfySocket } from './comfy-socket.ts';
import type { ServerAddress } from './server-address.ts';
import { ServerFault } from './server-fault.ts';

export interface WatchOptions {
  readonly address: ServerAddress;
  /** Somebody has named it: that it is not there is worth a note. */
  readonly isExpected: boolean;
  /** Mark of our jobs, the same in all workers of an instance. */
  readonly instance: string;
  readonly timing: Timing;
  readonly readProfile: (http: ComfyHttp, signal: AbortSignal) => Promise<ServerProfile>;
  /** Hears of every change of what the server can take. */
  readonly onChange: () => void;
  /** For the log of whoever runs the product. */
  readonly log: (message: string, detail: string) => void;
}

const ERRORS_KEPT = 10;

/** Connects to a server, again and again until it is there, and keeps an eye on it from then on. */
export function watchServer(options: WatchOptions): ComfyServer {
  const { address, timing, onChange } = options;
  const http = createComfyHttp(address, timing);
  const book = createJobRegistry(options.instance, () => changed());
  const signs = createJobSigns();
  const backOff = createBackOff(timing.retryMinMs, timing.retryMaxMs);
  const closing = new AbortController();
  const uploads = new Map<string, string>();
  const errors: EngineServer['errors'] = [];
  let contact: 'offline' | 'checking' | 'there' = 'offline';
  let profile: ServerProfile | null = null;
  let profileMs = 0;
  let socket: ComfySocket | null = null;
  let unreachableMs: number | null = null;
  /** It takes calls and is slow to answer them: it loads a model. */
  let isSlow = false;
  /** Jobs that nobody waits for any more, until its queue is rid of them. */
  const abandoned = new Set<string>();
  let wake = () => {};
  /** Somebody wants to know what is in its queue. */
  let isWanted = false;
  /** The socket was opened anew since a job last told something: silence is then the job's. */
  let isRenewed = false;
  let lastTold = '';
  /** Why it was not there the last time: the same is not noted again. */
  let lastDown = '';

  const isThere = () => contact === 'there' && unreachableMs === null && profile?.level != null;

  function state(): EngineServer['state'] {
    if (contact !== 'there') return contact;
    // It is doubted: until it has answered again it is none that draws.
    if (unreachableMs !== null && !isSlow) return 'checking';
    if (profile?.level == null) return 'refused';
    const { ours, foreign } = book.jobs();
    if (book.leases() === 0 && [...abandoned].some(book.holds)) return 'draining';
    return ours + foreign > 0 ? 'busy' : 'ready';
  }

  function changed(): void {
    const told = JSON.stringify([state(), isThere(), book.jobs(), profileMs, errors[0]]);
    if (told === lastTold) return;
    lastTold = told;
    onChange();
  }

  function note(code: string, detail: string): void {
    errors.unshift({ at: new Date().toISOString(), code, detail: fitText(detail, 2_000) });
    errors.length = Math.min(errors.length, ERRORS_KEPT);
    changed();
    options.log(`AI server ${address.label}: ${code}`, detail);
  }

  async function renewProfile(signal: AbortSignal): Promise<void> {
    profile = await options.readProfile(http, signal);
    profileMs = performance.now();
    changed();
  }

  /** A server that loads a model may not find the time: what was known still holds, for a while. */
  async function tryRenewProfile(): Promise<void> {
    await renewProfile(closing.signal).catch((error: unknown) => {
      if (!(error instanceof ServerFault)) throw error;
      profileMs += timing.refusedProfileMs;
    });
  }

  async function readQueue(): Promise<void> {
    const queue = await http.queue(closing.signal);
    unreachableMs = null;
    book.sawQueue(queue);
    signs.onQueue(queue);
    changed();
    if (socket === null || !queue.running.some(({ id }) => isOurs(id))) return;
    const quietMs = performance.now() - socket.lastSignMs();
    if (isRenewed || !socket.isOpen() || quietMs <= timing.quietSocketMs) return;
    isRenewed = true;
    socket.renew();
  }

  const followed = new Set<string>();
  const isOurs = (promptId: string) => followed.has(promptId);

  async function connect(): Promise<void> {
    if (profile !== null) contact = 'checking';
    changed();
    await renewProfile(closing.signal);
    await readQueue();
    contact = 'there';
    lastDown = '';
    backOff.reset();
    changed();
  }

  /** Returns never; throws when the server has gone. */
  async function stay(): Promise<void> {
    for (;;) {
      const isDrawing = profile?.level != null;
      if (isDrawing) {
        socket ??= openComfySocket(address, timing, {
          onEvent(event) {
            // A new socket is told where the job is, without its id; what has one comes from the job itself.
            if (event.kind !== 'status' && event.promptId !== null) isRenewed = false;
            signs.onEvent(event);
          },
          onOpen: look,
          onClosed: look,
        });
      }
      const wanted = unreachableMs === null ? timing.pollMs : Math.min(timing.retryMinMs, timing.pollMs);
      if (!isWanted) await sleep(wanted);
      isWanted = false;
      try {
        await readQueue();
        const age = performance.now() - profileMs;
        if (age > (isDrawing ? timing.profileMs : timing.refusedProfileMs)) await tryRenewProfile();
      } catch (error) {
        judge(error);
      }
    }
  }

  /** Throws on what ends the connection; what may pass is remembered. */
  function judge(error: unknown): void {
    if (!(error instanceof ServerFault)) throw error;
    const now = performance.now();
    unreachableMs ??= now;
    const { problem } = error;
    const hasEnded = problem.kind === 'refused' && problem.hasEnded;
    isSlow = problem.kind === 'timeout' && book.leases() > 0;
    changed();
    if (hasEnded && book.leases() === 0) throw error;
    const patience = hasEnded ? timing.refusedMs : isSlow ? timing.slowMs : timing.unreachableMs;
    if (now - unreachableMs >= patience) throw error;
  }

  async function goDown(error: unknown): Promise<void> {
    const fault =
      error instanceof ServerFault ? error : new ServerFault({ kind: 'bad-answer', detail: String(error) });
    const { kind, detail } = fault.problem;
    if ((options.isExpected || profile !== null) && detail !== lastDown) note(kind, detail);
    lastDown = detail;
    contact = 'offline';
    unreachableMs = null;
    // It may have been started anew, and then has lost what was uploaded.
    uploads.clear();
    book.forgetQueue();
    signs.onGone(fault);
    changed();
    await socket?.close();
    socket = null;
  }

  function sleep(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = new AbortController();
    const either = AbortSignal.any([closing.signal, timer.signal]);
    return Promise.race([woken, pause(ms, either)]).finally(() => timer.abort());
  }

  function look(): void {
    isWanted = true;
    wake();
  }

  async function watch(): Promise<void> {
    for (;;) {
      try {
        await connect();
        await stay();
      } catch (error) {
        closing.signal.throwIfAborted();
        await goDown(error);
      }
      await sleep(backOff.next());
    }
  }

  // Not before whoever asked for it has it.
  const watched = Promise.resolve()
    .then(watch)
    .catch(async () => {
      await socket?.close();
    });
  return {
    address,
    http,
    state,
    profile: () => profile,
    jobs: book.jobs,
    hasRoom: () => isThere() && book.hasRoom(),
    isThere,
    hasBeenSeen: () => profile !== null,
    take: book.take,
    uploads,
    lastModel: null,
    clientId: () => socket?.clientId() ?? address.id,
    listenAs(clientId) {
      if (book.leases() <= 1) socket?.takeOver(clientId);
    },
    follow(promptId, listener) {
      followed.add(promptId);
      const end = signs.follow(promptId, listener);
      return () => {
        followed.delete(promptId);
        end();
      };
    },
    look,
    doubt() {
      if (contact !== 'there') return;
      unreachableMs ??= performance.now();
      isSlow = false;
      changed();
      look();
    },
    renewProfile,
    abandon(promptId, mayArrive) {
      abandoned.add(promptId);
      look();
      void abandonJob(http, promptId, mayArrive, timing, closing.signal)
        .catch(() => {})
        .finally(() => {
          abandoned.delete(promptId);
          look();
        });
    },
    forget(promptId) {
      void forgetJob(http, promptId, timing, closing.signal).catch(() => {});
    },
    note,
    errors: () => [...errors],
    async close() {
      closing.abort();
      await watched;
      signs.onGone(new ServerFault({ kind: 'lost', detail: 'the engine was closed' }));
    },
  };
}
