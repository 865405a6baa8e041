import { AppError } from '../contract/failure.ts';

/** The entry an index names. */
export function at<T>(items: readonly T[], index: unknown, what: string): T {
  const item = typeof index === 'number' && Number.isInteger(index) && index >= 0 ? items[index] : undefined;
  if (item === undefined) throw unreadable(`${what} does not exist`);
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
  return new AppError({ code: 'model-too-complex', reason: `${what} has ${elements} elements` });
}

export function unreadable(reason: string): AppError {
  return new AppError({ code: 'model-unreadable', reason });
}
