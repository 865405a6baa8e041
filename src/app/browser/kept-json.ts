import type { z } from 'zod';
import type { Outside } from './outside.ts';

type Storage = Outside['localStorage'];

/** Keeps a small value for the next visits, as far as the browser lets the page keep anything. */
export function keepJson(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A full storage, or a private window of Safari: then it lasts as long as the page.
  }
}

/** @returns What was kept, null where there is nothing or where it no longer has this shape. */
export function recallJson<Shape extends z.ZodType>(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  shape: Shape,
): z.output<Shape> | null {
  try {
    return shape.safeParse(JSON.parse(storage.getItem(key) ?? '')).data ?? null;
  } catch {
    return null;
  }
}
