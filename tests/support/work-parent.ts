import { openWorkProcesses } from '../../src/server/work/work-processes.ts';
import type { OddWork } from './odd-work.ts';

// A process with a process of its own that hangs. Prints the other's id.
const [file = ''] = process.argv.slice(2);
const limits = {
  processes: 1,
  timeMs: 600_000,
  memoryBytes: 1e9,
  heapMegabytes: 64,
  idleBeats: 1e6,
  restMs: 600_000,
};
const { work } = openWorkProcesses<OddWork>(file, limits, 'picture-work-failed', () => {});
const { pid } = await work.echo(new Uint8Array(), new Map());
void work.hang();
process.stdout.write(`${pid}\n`);
