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

/**
 * A test file that was ended in its middle, and a process that ends with its tests, leave their PostgreSQL running. Its
 * own folder is not listed: files come and go in there while it runs.
 */
async function stopLeftovers(postgresDir: string): Promise<void> {
  const parents = ['data/postgres', ...(await childrenOf(postgresDir, 'state'))];
  for (const parent of parents) {
    const written = await readFile(join(postgresDir, parent, 'data/postmaster.pid'), 'utf8').catch(
      () => null,
    );
    if (written !== null) endProcess(Number(written.split('\n')[0]));
  }
}

async function childrenOf(folder: string, name: string): Promise<string[]> {
  const names = await readdir(join(folder, name)).catch(() => []);
  return names.map((child) => join(name, child));
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It ended while its file was read.
  }
}
