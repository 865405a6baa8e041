import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle } from './bundle.ts';
import { ROOT } from './bundles-of.ts';
import { MIGRATIONS_DIR } from './test-database.ts';

/** A program of ours in a process of its own, to be killed. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves with the first line on stdout that matches; rejects when the process ends before. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Exit code and all it wrote. */
  readonly ended: Promise<{ code: number | null; output: string }>;
}

/** Bundles a TypeScript entry file as the build does, with migrations and its picture process beside it. @returns The file. */
export async function bundleEntry(entry: string): Promise<string> {
  const scripts = { main: entry, 'picture-process': 'src/server/images/picture-process.ts' };
  const folder = await bundle(basename(entry, '.ts'), scripts, (making) =>
    cp(MIGRATIONS_DIR, join(making, 'migrations'), { recursive: true }),
  );
  return join(folder, 'main.js');
}

/**
 * Makes a project folder in `folder` as the server expects it, but with only those starter pictures that the sample
 * project uses: the whole library takes half of a first start.
 */
export async function makeSmallRoot(folder: string): Promise<void> {
  const content = join(ROOT, 'content');
  const small = join(folder, 'content');
  await mkdir(small, { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'dist'), join(folder, 'dist'));
  for (const name of await readdir(content)) {
    if (name !== 'library.json') await symlink(join(content, name), join(small, name));
  }
  const sample = await readFile(join(content, 'sample-project.json'), 'utf8');
  const items = JSON.parse(await readFile(join(content, 'library.json'), 'utf8')) as { slug: string }[];
  const used = items.filter(({ slug }) => sample.includes(`"${slug}"`));
  await writeFile(join(small, 'library.json'), JSON.stringify(used));
}

/** Starts a bundled entry file, in the project's folder if not told otherwise, with nothing of our environment but PATH. */
export function startChild(
  file: string,
  environment: Record<string, string>,
  options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd?: string;
    readonly arguments?: readonly string[];
  } = {},
): Child {
  const child = spawn(process.execPath, [file, ...(options.arguments ?? [])], {
    cwd: ROOT,
    ...options,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    for (const check of waiting) check();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
  return {
    process: child,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = output.match(pattern);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
        ended.then(() => reject(new Error(`It ended first: ${output}`)));
      }),
  };
}
