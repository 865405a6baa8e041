import { once } from 'node:events';
import { bundleEntry, startChild } from '../child-process.ts';
import type { Switches } from './switches.ts';

/** A fake Google in a process of its own: discovery, keys, tokens, and the script that draws its button. */
export interface FakeGoogle {
  /** For GOOGLE_ISSUER. */
  readonly issuer: string;
  /** Changes how it behaves from now on. */
  set(switches: Partial<Switches>): Promise<void>;
  /** Signs with another key from now on; the one before stays known. */
  rotateKeys(): Promise<void>;
  /** The token that pressing its button would give a page. */
  mint(clientId: string, nonce: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startFakeGoogle(switches: Partial<Switches> = {}): Promise<FakeGoogle> {
  const child = startChild(await bundleEntry('tests/support/fake-google/fake-google-process.ts'), {});
  const [, port, controlPort] = await child.line(/ready (\d+) (\d+)/);
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  await call('/switches', switches);
  return {
    issuer: `http://127.0.0.1:${port}`,
    set: async (change) => void (await call('/switches', change)),
    rotateKeys: async () => void (await call('/rotate', {})),
    mint: async (clientId, nonce) => (await call('/mint', { clientId, nonce })) as string,
    async stop() {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return;
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
    },
  };
}
