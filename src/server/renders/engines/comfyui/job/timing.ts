/** Milliseconds of everything the engine waits for. Tests shorten them. */
export const TIMING = {
  /** First contact: a machine that is switched off must not hold anybody up. */
  connectMs: 5_000,
  /** Reads; a model load makes a server slow. */
  getMs: 15_000,
  /** What a server can do: the first to ask it has newer servers look through all of their files. */
  infoMs: 60_000,
  uploadMs: 60_000,
  promptMs: 60_000,
  viewMs: 120_000,
  /** Between looks at a server's queue: one that has gone is not counted any more. */
  pollMs: 2_000,
  profileMs: 300_000,
  /** A server that cannot draw is asked again whether somebody has added what it lacks. */
  refusedProfileMs: 30_000,
  retryMinMs: 1_000,
  retryMaxMs: 30_000,
  pingMs: 20_000,
  /** An old socket is given this long to close by itself before it is cut. */
  socketCloseMs: 2_000,
  /** Without a message for so long while our job runs, the socket is opened anew, once. */
  quietSocketMs: 30_000,
  /** A running job without any sign for so long has failed. */
  silenceMs: 15 * 60_000,
  /** Nobody listens at a server's address for so long: its process has ended, and its job with it. */
  refusedMs: 5_000,
  /** An attempt that looks for the job of the last one waits so long for its server: this process may have just started. */
  returnMs: 10_000,
  /** A server that cannot be reached otherwise keeps its job for so long. */
  unreachableMs: 60_000,
  /** One that takes calls and answers none has a job of ours to do, or a model to load for it. */
  slowMs: 5 * 60_000,
  /** History is read again until it names the pictures of a job that has succeeded. */
  historyMs: 300,
  /** Between signs of life of an order that waits. */
  signMs: 60_000,
  /** A job that waits in a server's queue for so long says that it waits. */
  queuedSignMs: 5_000,
  previewMs: 250,
  /** Between attempts to end a job on a server. */
  cancelMs: 1_000,
  /** A POST that got no answer may still arrive within this. */
  lateArrivalMs: 120_000,
} as const;
export type Timing = { readonly [Name in keyof typeof TIMING]: number };
