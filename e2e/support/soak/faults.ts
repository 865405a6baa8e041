import type { SeededRandom } from '../../../tests/support/fault-rig/seeded-random.ts';
import type { Device } from './device.ts';
import type { Session } from './session.ts';

const DAY_MS = 86_400_000;

interface Fault {
  readonly name: string;
  readonly weight: number;
  /** @param device The one it happens to, where it happens to one. */
  run(session: Session, device: Device, random: SeededRandom): Promise<void> | void;
}

/** Those that last, last until the next one or until all is mended. */
const FAULTS: readonly Fault[] = [
  { name: 'the line is cut', weight: 12, run: ({ proxy }) => proxy.cut() },
  { name: 'an answer is lost', weight: 14, run: ({ proxy }) => proxy.loseNextAnswer() },
  { name: 'nobody listens', weight: 7, run: ({ proxy }) => proxy.set({ kind: 'refuse' }) },
  { name: 'the line swallows all', weight: 5, run: ({ proxy }) => proxy.set({ kind: 'swallow' }) },
  {
    name: 'the line is slow',
    weight: 6,
    run: ({ proxy }) => proxy.set({ kind: 'slow', bytesPerSecond: 100_000, delayMs: 200 }),
  },
  { name: 'the line is well again', weight: 10, run: ({ proxy }) => proxy.set({ kind: 'pass' }) },
  { name: 'the server is killed and started', weight: 4, run: restart },
  { name: 'the server is killed', weight: 3, run: (session) => session.killServer() },
  { name: 'the server is started', weight: 6, run: (session) => session.startServer() },
  { name: 'the database is killed', weight: 3, run: ({ log }) => log.killDatabase().catch(() => {}) },
  { name: 'a tab is killed', weight: 6, run: (_session, device) => device.crashTab() },
  { name: 'a tab is loaded again', weight: 6, run: (_session, device) => device.reload() },
  { name: 'a second tab is opened', weight: 3, run: (_session, device) => device.openTab() },
  { name: 'a browser is killed', weight: 3, run: (_session, device) => device.kill() },
  {
    name: 'a clock is wrong',
    weight: 4,
    run: (_session, device, random) => device.setClock((random.below(3) - 1) * DAY_MS),
  },
];

async function restart(session: Session): Promise<void> {
  await session.killServer();
  await session.startServer();
}

/** Breaks one thing. @returns What, to be told beside the seed. */
export function chooseFault(random: SeededRandom): Fault {
  return random.pick(FAULTS.map((fault) => [fault, fault.weight] as const));
}

/** Ends all that lasts. */
export async function mend(session: Session): Promise<void> {
  session.proxy.set({ kind: 'pass' });
  await session.startServer();
  for (const device of session.devices) await device.setClock(0);
}
