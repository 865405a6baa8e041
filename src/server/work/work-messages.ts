import type { Failure } from '../../contract/failure.ts';

/** To the process: one piece of work. The next one comes after its answer. */
export interface WorkOrder {
  readonly name: string;
  /** Copied as a structured clone. */
  readonly args: readonly unknown[];
}

/** From the process. */
export type WorkMessage =
  /** It takes work. `notes`: what whoever runs the server should know of it. */
  | { readonly kind: 'ready'; readonly notes: readonly string[] }
  /** Sent every heartbeat while work is going on: who sees no progress in them ends the process. */
  | { readonly kind: 'heartbeat'; readonly cpuMs: number; readonly memoryBytes: number }
  | { readonly kind: 'done'; readonly value: unknown }
  /** `failure` is null for a bug. */
  | { readonly kind: 'failed'; readonly failure: Failure | null; readonly message: string };
