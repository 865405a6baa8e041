import { type ChildProcess, fork } from 'node:child_process';
import { AppError, type FailureCode } from '../../contract/failure.ts';
import type { WorkMessage, WorkOrder } from './work-messages.ts';

/** What a piece of work may take before its process is killed. */
export interface WorkLimits {
  /** Processes at once. */
  readonly processes: number;
  /** From the moment a process gets it, its start included. */
  readonly timeMs: number;
  /** Of the process in all. */
  readonly memoryBytes: number;
  /** Of what JavaScript itself holds: V8 ends the process above it. */
  readonly heapMegabytes: number;
  /** Beats in a row, two a second, in which the process did nothing: it waits for what never comes. */
  readonly idleBeats: number;
  /** A process without work ends after it, and gives its memory back. */
  readonly restMs: number;
}

/** Processes of ours that work on what may not harm this one. */
export interface WorkProcesses<Api extends object> {
  readonly work: Api;
  /** Ends the processes after what was asked of them. */
  close(): Promise<void>;
}

/** Of the processor, over {@link WorkLimits.idleBeats}: the beats themselves take a tenth of it. */
const IDLE_CPU_MS = 50;
/** Of the end of what a process wrote to its error output: its last lines. */
const SAID_CHARS = 2_000;
/** Once more after a process was lost: it may have been another's fault. */
const ATTEMPTS = 2;

interface Job {
  readonly order: WorkOrder;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  attempt: number;
}

/**
 * Opens processes that do named work, one piece at a time each. They are started when they are needed and get nothing of
 * this process but the work: no environment, no files, no sockets. One that is over a limit, or is lost, is killed;
 * its work is done once more by a new one and then fails.
 *
 * @param file Built script that calls `serveWork`.
 * @param lostCode Failure of work that lost its process twice.
 * @param onLost Hears of every process that was lost, and why.
 */
export function openWorkProcesses<Api extends object>(
  file: string,
  limits: WorkLimits,
  lostCode: Extract<FailureCode, 'picture-work-failed'>,
  onLost: (work: string, reason: string) => void,
): WorkProcesses<Api> {
  const waiting: Job[] = [];
  const hands = new Set<Hand>();
  let isClosing = false;
  let allEnded = () => {};

  const next = (): void => {
    while (waiting.length > 0) {
      let hand = [...hands].find(({ isIdle }) => isIdle());
      if (hand === undefined && hands.size < limits.processes) {
        hand = openHand(file, limits, next, lose);
        hands.add(hand);
      }
      const job = hand && waiting.shift();
      if (hand === undefined || job === undefined) return;
      hand.take(job);
    }
    if (!isClosing) return;
    for (const hand of hands) if (hand.isIdle()) hand.end();
    if (hands.size === 0) allEnded();
  };
  const lose = (hand: Hand, job: Job | null, reason: string): void => {
    hands.delete(hand);
    if (job !== null) {
      onLost(job.order.name, reason);
      job.attempt += 1;
      if (job.attempt < ATTEMPTS) waiting.unshift(job);
      else job.reject(new AppError({ code: lostCode }, { cause: new Error(reason) }));
    }
    next();
  };
  const ask = (name: string, args: readonly unknown[]): Promise<unknown> => {
    if (isClosing) return Promise.reject(new Error(`${name} was asked of processes that are closed`));
    return new Promise((resolve, reject) => {
      waiting.push({ order: { name, args }, resolve, reject, attempt: 0 });
      next();
    });
  };
  const methods: ProxyHandler<Api> = {
    get:
      (_none, name) =>
      (...args: unknown[]) =>
        ask(String(name), args),
  };
  return {
    work: new Proxy({} as Api, methods),
    async close() {
      isClosing = true;
      await new Promise<void>((resolve) => {
        allEnded = resolve;
        next();
      });
    },
  };
}

/** One process. */
interface Hand {
  isIdle(): boolean;
  take(job: Job): void;
  end(): void;
}

function openHand(
  file: string,
  limits: WorkLimits,
  onIdle: () => void,
  onEnd: (hand: Hand, job: Job | null, reason: string) => void,
): Hand {
  const child = start(file, limits);
  let job: Job | null = null;
  let isReady = false;
  let reason: string | null = null;
  let idle = { beats: 0, cpuMs: 0 };
  let timer: NodeJS.Timeout | undefined;

  const kill = (why: string) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const send = (order: WorkOrder) => {
    // What does not arrive is told by the end of the process.
    child.send(order, () => {});
  };
  const watch = (cpuMs: number, memoryBytes: number) => {
    idle = cpuMs - idle.cpuMs < IDLE_CPU_MS ? { ...idle, beats: idle.beats + 1 } : { beats: 0, cpuMs };
    if (memoryBytes > limits.memoryBytes) kill('it took too much memory');
    else if (idle.beats >= limits.idleBeats) kill('it waited for what never came');
  };
  const end = () => kill('it was not needed any more');
  const finish = (settle: (job: Job) => void) => {
    const done = job;
    if (done === null || reason !== null) return;
    job = null;
    clearTimeout(timer);
    timer = setTimeout(end, limits.restMs);
    settle(done);
    onIdle();
  };
  const hand: Hand = {
    isIdle: () => job === null && reason === null,
    take(given) {
      job = given;
      idle = { beats: 0, cpuMs: 0 };
      clearTimeout(timer);
      timer = setTimeout(() => kill('it took too long'), limits.timeMs);
      if (isReady) send(given.order);
    },
    end,
  };
  child.on('message', (message: WorkMessage) => {
    if (message.kind === 'beat') watch(message.cpuMs, message.memoryBytes);
    else if (message.kind === 'done') finish(({ resolve }) => resolve(message.value));
    else if (message.kind === 'failed') {
      const { failure, message: text } = message;
      finish(({ reject }) => reject(failure === null ? new Error(text) : new AppError(failure)));
    } else {
      isReady = true;
      if (job !== null) send(job.order);
    }
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-SAID_CHARS);
  });
  const ended = (why: string) => {
    clearTimeout(timer);
    const lost = job;
    job = null;
    reason ??= why;
    const last = said.trim();
    onEnd(hand, lost, last === '' ? reason : `${reason}; it said: ${last}`);
  };
  child.on('error', (error) => {
    if (child.pid === undefined) ended(error.message);
  });
  // Not at `exit`: what it said last may come after it.
  child.once('close', (code, signal) => ended(`it ended with ${signal ?? `code ${code}`}`));
  return hand;
}

function start(file: string, { heapMegabytes }: WorkLimits): ChildProcess {
  return fork(file, {
    // Nothing of ours: no secret, and no preloaded module.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
