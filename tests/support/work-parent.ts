import { openWorkProcesses } from '../../src/server/work/work-processes.ts';
import type { OddWork } from './odd-work.ts';

// A process with a process of its own that hangs. Prints the other's id.
const [file = ''] = process.argv.slice(2);
const limits = {
  processes: 1,
  timeMs: 600_000,
  memoryBytes: 1e9,
  heapMegabytes: 64,
  idleHeartbeats: 1e6,
  restMs: 600_000,
  lanes: { all: { share: 1, atOnce: 1 } },
};
const listener = { onLost: () => {}, onNote: () => {} };
const processes = openWorkProcesses<OddWork, 'all'>(file, limits, 'picture-work-failed', listener);
const work = processes.workFor({ lane: 'all', caller: 'Ada' });
const { pid } = await work.echo(new Uint8Array(), new Map());
void work.hang();
process.stdout.write(`${pid}\n`);
