import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { announce } from '../../../../src/server/db/events.ts';
import { createLine, type LinePlace } from '../../../../src/server/renders/queue/watch-line.ts';
import { type RenderServer, startRenderServer } from '../../../support/render-server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server?.stop());

test('hundreds of channels hear where their orders wait, and a moved line is read once for all of them', async () => {
  const { database, services } = server.deps;
  const { db, pool } = database;
  const line = createLine({ db, events: services.events, onError: (error) => expect(error).toBeNull() });
  const person = await server.signUp();
  const ids: number[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await server.order(person)).body.id);
  const heard = new Map<number, LinePlace[]>(ids.map((id) => [id, []]));
  const stops = Array.from({ length: 300 }, (_, index) => {
    const id = ids[index % 3] as number;
    return line.watch(id, 'studio', (place) => heard.get(id)?.push(place));
  });
  const last = (id: number) => heard.get(id)?.at(-1);
  await expect.poll(() => ids.map((id) => last(id)?.position)).toEqual([1, 2, 3]);
  const asked = vi.spyOn(pool, 'query');
  const [first, ...rest] = ids as [number, ...number[]];
  await server.post(person, `/api/render/${first}/cancel/`);
  await expect.poll(() => rest.map((id) => last(id)?.position)).toEqual([1, 2]);
  for (let count = 0; count < 20; count += 1) await announce(db, 'queue_moved');
  const before = heard.get(rest[0] as number)?.length ?? 0;
  await announce(db, 'queue_moved');
  await expect.poll(() => heard.get(rest[0] as number)?.length ?? 0).toBeGreaterThan(before);
  // The call that cancels asks for some as well; a channel by itself would have asked for thousands.
  expect(asked.mock.calls.length).toBeLessThan(150);
  asked.mockRestore();
  for (const stop of stops) stop();
  const told = heard.get(rest[0] as number)?.length;
  await announce(db, 'queue_moved');
  await new Promise((resolve) => {
    const stop = services.events.subscribe('queue_moved', () => {
      stop();
      resolve(null);
    });
    void announce(db, 'queue_moved');
  });
  expect(heard.get(rest[0] as number)?.length).toBe(told);
  line.close();
});
