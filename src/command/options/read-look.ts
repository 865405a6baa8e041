import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from './usage-error.ts';

/** What a file of a look says, in the words of a command line. */
const LookFile = z.strictObject({
  /** Names of materials by those of parts; `*` for all that nothing else is said of. */
  materials: z.record(z.string(), z.string()).default({}),
  background: z.string().optional(),
  light: z.string().optional(),
});

/** How products are dressed and lit, whatever their model. */
export interface LookWish {
  /** For sentences. */
  readonly name: string;
  /** `PART=NAME`. */
  readonly materials: readonly string[];
  readonly background: string | undefined;
  readonly light: string | undefined;
  /** Where its paths begin. */
  readonly folder: string;
}

/** @returns Null: no look. @throws UsageError for what is no file of a look. */
export async function readLook(path: string | undefined, cwd: string): Promise<LookWish | null> {
  if (path === undefined) return null;
  const whole = resolve(cwd, path);
  const text = await readFile(whole, 'utf8').catch(() => null);
  if (text === null) throw new UsageError(`There is no look ${path}.`);
  const parsed = LookFile.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new UsageError(
      `${basename(path)} is no look: it is JSON such as {"materials": {"Seat": "Walnut"}, "background": "#f4f1ea", "light": "soft"}.`,
    );
  }
  const { materials, background, light } = parsed.data;
  return {
    name: basename(path),
    materials: Object.entries(materials).map(([part, name]) => `${part}=${name}`),
    background,
    light,
    folder: dirname(whole),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
