import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../contract/failure.ts';
import type { WorkMessage, WorkOrder } from './work-messages.ts';

/** What a piece of work may take before its process is killed. */
export interface ProcessLimits {
  /** From the moment all that it is done with is there, the process's start included: what is read takes the time of whoever has it. */
  readonly timeMs: number;
  /** Of the process in all. */
  readonly memoryBytes: number;
  /** Of what JavaScript itself holds: V8 ends the process above it. */
  readonly heapMegabytes: number;
  /** A process that uses no processor time for this many heartbeats in a row (two a second) is taken to hang. */
  readonly idleHeartbeats: number;
  /** A process without work ends after it, and gives its memory back. */
  readonly restMs: number;
}

/** A piece of work for a process. */
export interface ProcessJob {
  readonly name: string;
  /** Those that are functions are asked for the argument once the process has the work. */
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One process, which does one piece of work after the other. */
export interface WorkProcess<Job> {
  isIdle(): boolean;
  take(job: Job): void;
  /** Says that nobody waits for its work any more: it is killed unless the work ends within a second. */
  leave(): void;
  end(): void;
}

/** What a process tells. */
export interface ProcessListener<Job> {
  /** A piece of work is done or has failed; the process takes another. */
  onDone(job: Job): void;
  /** It has ended, in the middle of a piece of work or without any. */
  onEnd(job: Job | null, reason: string): void;
  /** What it said at its start. */
  onNote(note: string): void;
}

/** Processor time over {@link ProcessLimits.idleHeartbeats} below which a process is idle; heartbeats use a tenth of it. */
const IDLE_CPU_MS = 50;
/** Of the end of what a process wrote to its error output: its last lines. */
const ERROR_OUTPUT_CHARS = 2_000;
/** About what a new process takes to start: work that ends sooner is not worth one. */
const ABANDONED_GRACE_MS = 1_000;

/** @param file Built script that calls `serveWork`. */
export function startWorkProcess<Job extends ProcessJob>(
  file: string,
  limits: ProcessLimits,
  listener: ProcessListener<Job>,
): WorkProcess<Job> {
  const child = start(file, limits);
  let job: Job | null = null;
  let order: WorkOrder | null = null;
  let isReady = false;
  let reason: string | null = null;
  let idle = { heartbeats: 0, cpuMs: 0 };
  let timer: NodeJS.Timeout | undefined;

  const kill = (why: string) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const killAfter = (ms: number, why: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => kill(why), ms);
  };
  const send = () => {
    // What does not arrive is told by the end of the process.
    if (isReady && order !== null) child.send(order, () => {});
  };
  const watch = (cpuMs: number, memoryBytes: number) => {
    idle =
      cpuMs - idle.cpuMs < IDLE_CPU_MS
        ? { ...idle, heartbeats: idle.heartbeats + 1 }
        : { heartbeats: 0, cpuMs };
    if (memoryBytes > limits.memoryBytes) kill('it took too much memory');
    else if (idle.heartbeats >= limits.idleHeartbeats) kill('it waited for what never came');
  };
  const finish = (settle: (job: Job) => void) => {
    const done = job;
    if (done === null || reason !== null) return;
    job = order = null;
    killAfter(limits.restMs, 'it was not needed any more');
    settle(done);
    listener.onDone(done);
  };
  child.on('message', (message: WorkMessage) => {
    if (message.kind === 'heartbeat') watch(message.cpuMs, message.memoryBytes);
    else if (message.kind === 'done') finish(({ resolve }) => resolve(message.value));
    else if (message.kind === 'failed') {
      const { failure, message: text } = message;
      finish(({ reject }) => reject(failure === null ? new Error(text) : new AppError(failure)));
    } else {
      isReady = true;
      for (const note of message.notes) listener.onNote(note);
      send();
    }
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-ERROR_OUTPUT_CHARS);
  });
  const ended = (why: string) => {
    clearTimeout(timer);
    const lost = job;
    job = null;
    reason ??= why;
    const last = said.trim();
    listener.onEnd(lost, last === '' ? reason : `${reason}; it said: ${last}`);
  };
  child.on('error', (error) => {
    if (child.pid === undefined) ended(error.message);
  });
  // Not at `exit`: what it said last may come after it.
  child.once('close', (code, signal) => ended(`it ended with ${signal ?? `code ${code}`}`));
  return {
    isIdle: () => job === null && reason === null,
    take(given) {
      job = given;
      idle = { heartbeats: 0, cpuMs: 0 };
      clearTimeout(timer);
      readArguments(given).then(
        (args) => {
          if (job !== given) return;
          order = { name: given.name, args };
          killAfter(limits.timeMs, 'it took too long');
          send();
        },
        (error: Error) => {
          if (job === given) finish(({ reject }) => reject(error));
        },
      );
    },
    leave: () => killAfter(ABANDONED_GRACE_MS, 'nobody waited for its work any more'),
    end: () => kill('it was not needed any more'),
  };
}

async function readArguments({ args }: ProcessJob): Promise<unknown[]> {
  return Promise.all(args.map((value: unknown) => (typeof value === 'function' ? value() : value)));
}

function start(file: string, { heapMegabytes }: ProcessLimits): ChildProcess {
  return fork(file, {
    // Nothing of ours: no secret, and no preloaded module.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
