import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

/** A small disk of its own. */
export interface SmallDisk {
  /** Nothing can be written there, or it can again. */
  setReadOnly(isReadOnly: boolean): void;
  close(): void;
}

/** Mounts a tmpfs at a folder. Root and a system that lets it mount are needed; null elsewhere. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | null> {
  const run = (command: string, ...args: string[]): void => {
    execFileSync(command, args, { stdio: 'pipe' });
  };
  await mkdir(folder, { recursive: true });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'vitrine-faults', folder);
  } catch {
    return null;
  }
  return {
    setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    // What a process has open there goes with it.
    close: () => run('umount', '-l', folder),
  };
}

/** A signal to a process and to its children, such as all of a PostgreSQL. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  const children = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' });
  for (const each of [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(each, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
