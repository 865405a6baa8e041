import { type ChildProcess, spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { MIGRATIONS_DIR } from './test-database.ts';
import { buildKernel } from './trace-host.ts';

/** What a run of `vitrine` left. */
export interface Ended {
  /** Null where a signal that it did not hear ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of `vitrine` that is under way. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when stdout has a line that matches; rejects when it ends before. */
  line(pattern: RegExp): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** `vitrine`, bundled as the build does, with the scripts of its threads beside it. */
export interface Vitrine {
  /** Where the bundled scripts are. */
  readonly folder: string;
  /** @param args What stands behind `vitrine`. @param cwd Where it is called. @param environment Beside ours. */
  start(args: readonly string[], cwd: string, environment?: Environment): Running;
  run(args: readonly string[], cwd: string, environment?: Environment): Promise<Ended>;
}

export async function openVitrine(): Promise<Vitrine> {
  buildKernel();
  const scripts = {
    vitrine: 'src/command/main.ts',
    'model-worker': 'src/server/models/model-worker.ts',
    'studio-worker': 'src/server/renders/engines/studio-worker.ts',
    'tile-worker': 'src/server/renders/engines/tile-worker.ts',
    'owner-link': 'src/server/owner-link.ts',
    'check-files': 'src/server/check-files.ts',
    'move-files': 'src/server/move-files.ts',
    backup: 'src/server/backup.ts',
    restore: 'src/server/restore.ts',
  };
  const addMigrations = (making: string) =>
    cp(MIGRATIONS_DIR, join(making, 'migrations'), { recursive: true });
  const folder = await bundle('vitrine', scripts, addMigrations, { splitting: true });
  const start: Vitrine['start'] = (args, cwd, environment) =>
    watch([join(folder, 'vitrine.js'), ...args], cwd, environment);
  return { folder, start, run: (args, cwd, environment) => start(args, cwd, environment).ended };
}

function watch(command: readonly string[], cwd: string, environment: Environment = {}): Running {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const check of waiting) check();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  const line = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!pattern.test(stdout)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
      void ended.then(() => reject(new Error(`It ended first: ${stdout}${stderr}`)));
    });
  return { process: child, ended, line };
}

/** JSON lines of one run. */
export function linesOf({ stdout }: Pick<Ended, 'stdout'>): Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
