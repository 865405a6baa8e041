import { expect, test } from 'vitest';
import { AppError, isAbort } from '../../src/contract/failure.ts';
import { connect, serve } from '../../src/workers/rpc.ts';

interface Echo {
  fail(): Promise<never>;
  abort(): Promise<never>;
  break(): Promise<never>;
  hang(): Promise<never>;
  keep(buffer: ArrayBuffer): Promise<{ buffer: ArrayBuffer }>;
}

function open() {
  const { port1, port2 } = new MessageChannel();
  serve(
    {
      fail: async () => {
        throw new AppError({ code: 'file-too-large', name: 'a.glb', sizeBytes: 3, maxBytes: 2 });
      },
      abort: async () => {
        throw new DOMException('enough', 'AbortError');
      },
      break: async () => {
        throw new TypeError('a bug');
      },
      hang: () => new Promise<never>(() => undefined),
      keep: async (buffer: ArrayBuffer) => ({ buffer }),
    },
    port1 as never,
  );
  port1.start();
  port2.start();
  return {
    ...connect<Echo>(port2 as never),
    close: () => [port1, port2].forEach((port) => void port.close()),
  };
}

test('failures, cancellations and bugs keep their kind', async () => {
  const { api, close } = open();
  const failure = await api.fail().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({
    failure: { code: 'file-too-large', name: 'a.glb', sizeBytes: 3, maxBytes: 2 },
  });
  expect(isAbort(await api.abort().catch((error: unknown) => error))).toBe(true);
  await expect(api.break()).rejects.toMatchObject({ name: 'TypeError', message: 'a bug' });
  close();
});

test('buffers change hands on the way there and back', async () => {
  const { api, close } = open();
  const buffer = new ArrayBuffer(8);
  const answer = await api.keep(buffer);
  expect(buffer.byteLength).toBe(0);
  expect(answer.buffer.byteLength).toBe(8);
  close();
});

test('a side that is gone rejects what waits and what comes', async () => {
  const { api, fail, close } = open();
  const waiting = api.hang();
  fail(new AppError({ code: 'worker-crashed', worker: 'echo' }));
  await expect(waiting).rejects.toMatchObject({ failure: { code: 'worker-crashed' } });
  await expect(api.keep(new ArrayBuffer(1))).rejects.toMatchObject({ failure: { code: 'worker-crashed' } });
  close();
});
