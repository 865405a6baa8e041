import { basename, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Where a run's bundles stand: where Node finds their packages. They go with the run, which its folder names. */
export const bundlesOf = (postgresDir: string) =>
  join(ROOT, 'node_modules/.cache/tests', basename(postgresDir));
