import { expect, test } from 'vitest';
import type { Remote, RemoteCall } from '../../../src/command/remote/open-remote.ts';
import { orderPicture } from '../../../src/command/remote/order-picture.ts';
import { RemoteError } from '../../../src/command/remote/remote-error.ts';

const BEGAN = new Date('2026-11-30T12:00:00Z');
const ORDER = { fields: new Map([['prompt', 'a chair']]), snapshot: new Uint8Array(1), light: null };

/**
 * A server that keeps the answer to each key.
 *
 * @param earlier So many orders of the same picture failed before this run.
 * @param states What an order of this run is at each look; the last one stays. Null: it is not there.
 */
function openServer(earlier: number, states: readonly (string | null)[]) {
  const ids = new Map<string, number>();
  let looks = 0;
  const stateOf = (id: number) => {
    if (id <= earlier) return 'error';
    return states[Math.min(looks++, states.length - 1)] ?? null;
  };
  const answer = async (path: string, { method, idempotencyKey = '' }: RemoteCall): Promise<unknown> => {
    if (method === 'POST') {
      const id = ids.get(idempotencyKey) ?? ids.size + 1;
      ids.set(idempotencyKey, id);
      return { id };
    }
    const id = Number(path.split('/').at(-2));
    const status = stateOf(id);
    if (status === null) throw new RemoteError('not-found', 'There is no such order.');
    const createdAt = new Date(BEGAN.getTime() + (id <= earlier ? -1 : 1) * 60_000);
    const error = status === 'error' ? 'engine-failed' : null;
    return { id, status, created_at: createdAt.toISOString(), progress: 0, node_id: null, error_code: error };
  };
  const remote: Remote = {
    began: () => BEGAN,
    call: async (path, _shape, call = {}) => (await answer(path, call)) as never,
    fetchFile: async () => new Uint8Array(),
  };
  const order = () => orderPicture(remote, ORDER, () => {}, new AbortController().signal);
  return { order, placed: () => ids.size };
}

test('however often a picture failed in earlier runs, it is asked for anew', async () => {
  const { order, placed } = openServer(12, ['completed']);
  expect(await order()).toMatchObject({ id: 13, status: 'completed' });
  expect(placed()).toBe(13);
});

test('a picture that fails in this run is asked for once', async () => {
  const { order, placed } = openServer(12, ['error']);
  await expect(order()).rejects.toMatchObject({ code: 'engine-failed' });
  expect(placed()).toBe(13);
});

test('a picture that somebody deletes while it is waited for is not asked for again', async () => {
  const { order, placed } = openServer(1, ['queued', null]);
  await expect(order()).rejects.toMatchObject({ code: 'cancelled' });
  expect(placed()).toBe(2);
});
