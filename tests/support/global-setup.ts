import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundlesOf } from './bundles-of.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of this run: the PostgreSQL that its tests share, started by the first that needs it, and pages, built by the first. */
    postgresDir: string;
  }
}

/** Runs once before all unit tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgresDir = await mkdtemp(join(tmpdir(), 'vitrine-tests-'));
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(postgresDir, 0o755);
  project.provide('postgresDir', postgresDir);
  return async () => {
    await stopLeftovers(postgresDir);
    for (const folder of [postgresDir, bundlesOf(postgresDir)]) {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** A test file that was ended in its middle cannot stop its PostgreSQL. */
async function stopLeftovers(postgresDir: string): Promise<void> {
  const inside = await readdir(postgresDir, { recursive: true });
  for (const path of inside.filter((name) => name.endsWith('postmaster.pid'))) {
    const [pid = ''] = (await readFile(join(postgresDir, path), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  }
}
