import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fitText } from '../../../../../contract/files/fit-text.ts';
import type { WorkflowReport } from '../../../../../contract/http/engines.ts';
import { WorkflowName } from '../../../../../contract/render-spec.ts';
import { parseWorkflow, type Workflow, WorkflowError } from './parse-workflow.ts';

const FILE_MAX_BYTES = 1_000_000;
const FILES_MAX = 100;
const EXTENSION = '.json';

/** Operator's own graphs by name, and what is wrong with those that cannot be used. */
export interface Workflows {
  /** By name. */
  readonly reports: WorkflowReport[];
  readonly usable: ReadonlyMap<string, Workflow>;
}

/**
 * Reads every `.json` file of a folder, which need not be there; folders in it are not looked into, links not followed.
 * A bad file spoils no other.
 */
export async function readWorkflows(dir: string): Promise<Workflows> {
  const workflows = new Map<string, Workflow>();
  const reports: WorkflowReport[] = [];
  const names = await listFiles(dir).catch((error: unknown) => {
    reports.push({ name: fitText(basename(dir), 255), error: describe(error) });
    return [];
  });
  for (const [index, file] of names.entries()) {
    const name = file.slice(0, -EXTENSION.length);
    try {
      if (index >= FILES_MAX) throw new WorkflowError(`There are more than ${FILES_MAX} files.`);
      if (!WorkflowName.safeParse(name).success) {
        throw new WorkflowError(
          'Its name may have up to 64 letters of English, digits, spaces, - _ and dots.',
        );
      }
      workflows.set(name, parseWorkflow(await readText(join(dir, file))));
      reports.push({ name, error: null });
    } catch (error) {
      reports.push({ name: fitText(name, 255), error: describe(error) });
    }
  }
  return { reports, usable: workflows };
}

async function listFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(EXTENSION) && name !== EXTENSION).sort();
}

async function readText(path: string): Promise<string> {
  if (!(await lstat(path)).isFile()) throw new WorkflowError('It is no plain file; links are not followed.');
  // What took its place since is not followed or waited for either.
  const handle = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    return await readBounded(handle);
  } finally {
    await handle.close();
  }
}

async function readBounded(handle: FileHandle): Promise<string> {
  const buffer = Buffer.alloc(FILE_MAX_BYTES + 1);
  let size = 0;
  while (size < buffer.length) {
    const { bytesRead } = await handle.read(buffer, size, buffer.length - size);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  if (size > FILE_MAX_BYTES) throw new WorkflowError('It is larger than 1 MB.');
  return buffer.toString('utf8', 0, size);
}

/** For staff: what a person can mend in a sentence, anything else by its code, never a path. */
function describe(error: unknown): string {
  if (error instanceof WorkflowError) return fitText(error.message, 2_000);
  const { code } = error as NodeJS.ErrnoException;
  return `It cannot be read (${code ?? 'unknown reason'}).`;
}
