import { once } from 'node:events';
import { bundleEntry, startChild } from '../child-process.ts';
import type { Command, Incident, Switches } from './switches.ts';

/** A fake ComfyUI in a process of its own. */
export interface FakeComfy {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  readonly port: number;
  /** Changes how it behaves from now on. */
  set(switches: Partial<Switches>): Promise<void>;
  /** Makes something happen. */
  command(command: Command): Promise<void>;
  /** What has happened since the start, in order. */
  journal(): Promise<Incident[]>;
  /** Resolves once `count` incidents with these fields have happened, with the last of them. */
  until<Kind extends Incident['kind']>(
    fields: { kind: Kind } & Partial<Extract<Incident, { kind: Kind }>>,
    count?: number,
  ): Promise<Extract<Incident, { kind: Kind }>>;
  /** Ends the process at once, as `kill -9` does; another can be started on its port. */
  kill(): Promise<void>;
}

/** @param options Switches, and the port if it must be a certain one. */
export async function startFakeComfy(
  options: Partial<Switches> & { readonly port?: number } = {},
): Promise<FakeComfy> {
  const { port: wanted = 0, ...switches } = options;
  const child = startChild(await bundleEntry('tests/support/fake-comfyui/fake-comfy-process.ts'), {
    FAKE_PORT: String(wanted),
    FAKE_SWITCHES: JSON.stringify(switches),
  });
  const [, port, controlPort] = await child.line(/ready (\d+) (\d+)/);
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port: Number(port),
    set: async (change) => void (await call('/switches', change)),
    command: async (command) => void (await call('/commands', command)),
    journal: async () => (await call('/journal', {})) as Incident[],
    until: async (fields, count = 1) => (await call('/until', { fields, count })) as never,
    async kill() {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return;
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
    },
  };
}
