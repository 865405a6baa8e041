import { dirname, join } from 'node:path';
import type { Whereabouts } from '../../server/operators/open-instance.ts';
import type { Program } from '../engine/find-program.ts';

/** The instance that `npm start` starts in the product's folder, by the variables that are set here. */
export function findInstance({ contentDir, workersDir }: Program): Whereabouts {
  const rootDir = dirname(contentDir);
  // Relative paths among the variables begin there, as they do for the server.
  process.chdir(rootDir);
  const places = { rootDir, migrationsDir: join(workersDir, 'migrations'), workersDir };
  return { environment: process.env, places };
}
