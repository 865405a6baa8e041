import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '../config.ts';

/**
 * Where the program's own files are. The server is started in the project's folder; migrations and the
 * scripts of threads lie beside the entry file once it is bundled, in `db/` and in `dist/server` before.
 *
 * @param entryDir Folder of the entry file.
 */
export function findPlaces(entryDir: string): Places {
  const bundled = join(entryDir, 'migrations');
  const rootDir = process.cwd();
  return {
    rootDir,
    migrationsDir: existsSync(bundled) ? bundled : join(entryDir, 'db/migrations'),
    workersDir: existsSync(bundled) ? entryDir : join(rootDir, 'dist/server'),
  };
}
