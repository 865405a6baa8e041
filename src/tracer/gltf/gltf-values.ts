import { AppError } from '../../contract/failure.ts';
import type { ComplexityReason, ModelReason } from '../../contract/failure-reasons.ts';
import type { GltfJson } from './gltf-json.ts';

/** The entry an index names. */
export function at<T>(items: readonly T[], index: unknown, what: string, reason?: ModelReason): T {
  const item = typeof index === 'number' && Number.isInteger(index) && index >= 0 ? items[index] : undefined;
  if (item === undefined) throw unreadable(`${what} does not exist`, reason);
  return item;
}

/** A whole number from 0. */
export function count(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw unreadable(`${what} is not a count`);
  return value;
}

/** The value as an object with keys, null when it is none. */
export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function tooMany(what: string, elements: number): AppError {
  return tooComplex('elements', `${what} has ${elements} elements`);
}

/** @param details What exactly was found, in English. */
export function unreadable(details: string, reason: ModelReason = 'data-damaged', cause?: unknown): AppError {
  return new AppError({ code: 'model-unreadable', reason, details }, { cause });
}

/** @param details What exactly was found, in English. */
export function tooComplex(reason: ComplexityReason, details: string): AppError {
  return new AppError({ code: 'model-too-complex', reason, details });
}

/**
 * What became of a model over which a library gave up.
 *
 * @param cause Whatever was thrown; the decoder of Draco rejects with what its worker says, which is no Error.
 */
export function gaveUp({ extensionsUsed = [], extensionsRequired = [] }: GltfJson, cause: unknown): AppError {
  const { message = String(cause) } = (cause ?? {}) as { message?: string };
  const details = message.replace(/^THREE\.GLTFLoader: /, '').slice(0, 300);
  // Each engine has its own words: "Array buffer allocation failed", "could not allocate memory", "Out of memory".
  if (/alloc|out of memory/i.test(message)) return tooComplex('memory', details);
  const names = [extensionsUsed, extensionsRequired].flat();
  const isPacked = names.some((name) => /_(draco_mesh|meshopt)_compression$/.test(name));
  return unreadable(details, isPacked ? 'geometry-damaged' : 'not-understood', cause);
}
