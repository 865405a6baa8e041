import { once } from 'node:events';
import { bundleEntry, startChild } from '../child-process.ts';
import type { Thing } from './fake-bank.ts';

/** A fake Stripe in a process of its own. Ids are those of its objects. */
export interface FakeStripe {
  /** What the configuration names. */
  readonly settings: {
    readonly kind: 'stripe';
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly apiUrl: string;
  };
  /** What a person, a bank or time does. */
  does(command: 'pass', asked: { days: number }): Promise<void>;
  does(command: 'complete', asked: { id: string; isAsync?: boolean }): Promise<void>;
  does(command: 'arrive' | 'renew', asked: { id: string; isPaid: boolean }): Promise<void>;
  does(command: 'payInvoice' | 'failRefund', asked: { id: string }): Promise<void>;
  does(command: 'giveBack', asked: { id: string; amount?: number }): Promise<void>;
  does(command: 'dispute', asked: { id: string; status: string }): Promise<void>;
  does(command: 'change', asked: { id: string; fields: object }): Promise<void>;
  /** From now on: answers that are lost, calls that are cut off, or nothing done at all. */
  does(
    command: 'trouble',
    asked: {
      trouble: {
        lost?: number;
        cut?: number;
        lostChanges?: number;
        isDown?: boolean;
        stopsAfterChange?: boolean;
      };
    },
  ): Promise<void>;
  journal(): Promise<{ method: string; path: string; key: string | null }[]>;
  events(): Promise<{ id: string; type: string }[]>;
  things(object: string): Promise<Thing[]>;
  /** Sends messages to a server, in this order and as often as named; their answers' statuses. */
  deliver(serverUrl: string, ids: readonly string[], atOnce?: number): Promise<number[]>;
  stop(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const child = startChild(await bundleEntry('tests/support/fake-stripe/fake-stripe-process.ts'), {});
  const [, port, controlPort] = await child.line(/ready (\d+) (\d+)/);
  const ask = async (command: string, asked: object = {}): Promise<never> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}/`, {
      method: 'POST',
      body: JSON.stringify({ ...asked, command }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as never;
  };
  return {
    settings: {
      kind: 'stripe',
      secretKey: 'sk_test_fake',
      webhookSecret: 'whsec_fake',
      apiUrl: `http://127.0.0.1:${port}`,
    },
    does: (command: string, asked: object) => ask(command, asked),
    journal: () => ask('journal'),
    events: () => ask('events'),
    things: (object) => ask('things', { object }),
    deliver: (serverUrl, ids, atOnce = 1) =>
      ask('deliver', { url: `${serverUrl}/api/payments/webhook/`, ids, atOnce }),
    async stop() {
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
    },
  };
}
