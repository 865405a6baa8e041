import { AppError, type FailureCode } from '../../contract/failure.ts';
import { createLanes, type LaneRule, type Place } from './lanes.ts';
import { type ProcessJob, type ProcessLimits, startWorkProcess, type WorkProcess } from './work-process.ts';

/** Limits of one kind of work processes, and their lanes. */
export interface WorkLimits<Lane extends string> extends ProcessLimits {
  /** Processes at once. */
  readonly processes: number;
  readonly lanes: Readonly<Record<Lane, LaneRule>>;
}

/** Whose work it is, which says when it has its turn. */
export interface Claim<Lane extends string> extends Place<Lane> {
  /** Aborts when nobody waits for it any more: what was not begun is not done, what was begun is not waited for. */
  readonly signal?: AbortSignal;
}

/** The methods as callers see them: an argument may also be a function, which is called when the work begins. */
export type Asked<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Answer
    ? (...args: { [At in keyof Args]: Args[At] | (() => Promise<Args[At]>) }) => Answer
    : never;
};

/** Child processes for work that must not crash or block the server, such as decoding pictures. */
export interface WorkProcesses<Api extends object, Lane extends string> {
  /** The work, done for somebody; it rejects with the reason of the claim's signal. */
  workFor(claim: Claim<Lane>): Asked<Api>;
  /** Ends the processes after what was asked of them. */
  close(): Promise<void>;
}

/** What is told of the processes. */
export interface WorkListener {
  /** A process was lost in the middle of a piece of work. */
  onLost(work: string, reason: string): void;
  /** What a process said at its start, once where several say it. */
  onNote(note: string): void;
}

/** Once more after a process was lost: it may have been another's fault. */
const ATTEMPTS = 2;

interface Job<Lane extends string> extends ProcessJob, Place<Lane> {
  attempt: number;
  /** Nobody waits for it any more. */
  isLeft: boolean;
}

/**
 * Opens processes that do named work, one piece at a time each. They are started when they are needed and get nothing of
 * this process but the work: no environment, no files, no sockets. One that is over a limit, or is lost, is killed;
 * its work is done once more by a new one and then fails.
 *
 * @param file Built script that calls `serveWork`.
 * @param lostCode Failure of work that lost its process twice.
 */
export function openWorkProcesses<Api extends object, Lane extends string>(
  file: string,
  limits: WorkLimits<Lane>,
  lostCode: Extract<FailureCode, 'picture-work-failed'>,
  listener: WorkListener,
): WorkProcesses<Api, Lane> {
  const lanes = createLanes<Lane, Job<Lane>>(limits.lanes);
  /** Begun, and to be done once more. */
  const again: Job<Lane>[] = [];
  const atWork = new Map<Job<Lane>, WorkProcess<Job<Lane>>>();
  const processes = new Set<WorkProcess<Job<Lane>>>();
  const notes = new Set<string>();
  let isClosing = false;
  let allEnded = () => {};

  const next = (): void => {
    for (;;) {
      const idle = [...processes].find((one) => one.isIdle());
      if (idle === undefined && processes.size >= limits.processes) return;
      const job = again.shift() ?? lanes.begin();
      if (job === null) break;
      const hand = idle ?? open();
      atWork.set(job, hand);
      hand.take(job);
    }
    if (!isClosing) return;
    for (const one of processes) if (one.isIdle()) one.end();
    if (processes.size === 0) allEnded();
  };
  const open = () => {
    const opened = startWorkProcess<Job<Lane>>(file, limits, {
      onDone: over,
      onEnd(job, reason) {
        processes.delete(opened);
        if (job !== null) lose(job, reason);
        next();
      },
      onNote(note) {
        if (notes.has(note)) return;
        notes.add(note);
        listener.onNote(note);
      },
    });
    processes.add(opened);
    return opened;
  };
  const over = (job: Job<Lane>) => {
    atWork.delete(job);
    lanes.end(job);
    next();
  };
  const lose = (job: Job<Lane>, reason: string) => {
    if (job.isLeft) return over(job);
    atWork.delete(job);
    listener.onLost(job.name, reason);
    job.attempt += 1;
    if (job.attempt < ATTEMPTS) again.push(job);
    else {
      lanes.end(job);
      job.reject(new AppError({ code: lostCode }, { cause: new Error(reason) }));
    }
  };
  const leave = (job: Job<Lane>, reason: Error) => {
    job.isLeft = true;
    job.reject(reason);
    if (lanes.remove(job)) return;
    atWork.get(job)?.leave();
    const at = again.indexOf(job);
    if (at === -1) return;
    again.splice(at, 1);
    over(job);
  };
  const ask = (waiting: Set<Job<Lane>>, claim: Claim<Lane>, name: string, args: readonly unknown[]) => {
    if (isClosing) return Promise.reject(new Error(`${name} was asked of processes that are closed`));
    const { lane, caller, signal } = claim;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const settled = () => waiting.delete(job);
      const job: Job<Lane> = {
        lane,
        caller,
        name,
        args,
        attempt: 0,
        isLeft: false,
        resolve(value) {
          settled();
          resolve(value);
        },
        reject(error) {
          settled();
          reject(error);
        },
      };
      waiting.add(job);
      lanes.add(job);
      next();
    });
  };
  return {
    workFor(claim) {
      // One listener, however many pieces wait.
      const waiting = new Set<Job<Lane>>();
      const { signal } = claim;
      const onAbort = () => {
        for (const job of waiting) leave(job, signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      return new Proxy({} as Asked<Api>, {
        get:
          (_none, name) =>
          (...args: unknown[]) =>
            ask(waiting, claim, String(name), args),
      });
    },
    async close() {
      isClosing = true;
      await new Promise<void>((resolve) => {
        allEnded = resolve;
        next();
      });
    },
  };
}
