import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from './config.ts';

/**
 * Where the program's own files are. The server is started in the project's folder; the migrations lie beside the
 * entry file once it is bundled, and in `db/` before.
 *
 * @param entryDir Folder of the entry file.
 */
export function findPlaces(entryDir: string): Places {
  const bundled = join(entryDir, 'migrations');
  return {
    rootDir: process.cwd(),
    migrationsDir: existsSync(bundled) ? bundled : join(entryDir, 'db/migrations'),
  };
}
