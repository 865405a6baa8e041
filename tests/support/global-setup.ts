import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** DATA_DIR of the PostgreSQL that this run's tests share; the first that needs it starts it. */
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
    await rm(postgresDir, { recursive: true, force: true });
  };
}
