import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ContentHash } from '../../contract/ids.ts';
import { writeFirst } from '../process/write-first.ts';

/** Beside the files: signs go where they go, and no hash is named so. */
export const SIGNS = 'instances';

/** Whether the database found the place empty or with its own files (owner), or with files it does not know (guest). */
export type Standing = 'owner' | 'guest';

/** A folder or a bucket of files, and which databases have their files there. */
export interface StoredPlace {
  /** As people write it. */
  readonly address: string;
  /** As `Storage.list`. */
  list(ageMs: number): AsyncIterable<ContentHash>;
  /** The databases that have been there, by their ids. */
  readSigns(): Promise<ReadonlyMap<string, Standing>>;
  /** Says that a database has been there; what stands there of it is left as it is. */
  writeSign(instance: string, standing: Standing): Promise<void>;
}

/** Reads a sign. @returns Null for what is none. */
export function readSign(name: string, text: string): readonly [string, Standing] | null {
  if (!z.uuid().safeParse(name).success) return null;
  return [name, text.trim() === 'owner' ? 'owner' : 'guest'];
}

/** Signs in a folder of files, which need not be there. */
export function createDiskSigns(folder: string): Pick<StoredPlace, 'readSigns' | 'writeSign'> {
  const signs = join(folder, SIGNS);
  return {
    async readSigns() {
      const found = new Map<string, Standing>();
      const names = await readdir(signs).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names) {
        const sign = readSign(name, await readFile(join(signs, name), 'utf8'));
        if (sign !== null) found.set(...sign);
      }
      return found;
    },
    async writeSign(instance, standing) {
      await mkdir(signs, { recursive: true });
      await writeFirst(join(signs, instance), `${standing}\n`);
    },
  };
}
