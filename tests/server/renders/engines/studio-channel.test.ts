import { expect, it } from 'vitest';
import { createChannel } from '../../../../src/server/renders/engines/studio-channel.ts';

it('hands values over in order, whether they wait or are waited for', async () => {
  const channel = createChannel<number>();
  channel.push(1);
  const values = channel.values();
  expect((await values.next()).value).toBe(1);
  const later = values.next();
  channel.push(2);
  expect((await later).value).toBe(2);
  channel.push(3);
  channel.close();
  expect((await values.next()).value).toBe(3);
  expect((await values.next()).done).toBe(true);
});

it('drops what waits when it fails, and the first end wins', async () => {
  const channel = createChannel<number>();
  channel.push(1);
  channel.fail(new Error('cut'));
  channel.close();
  await expect(channel.values().next()).rejects.toThrow('cut');
});
