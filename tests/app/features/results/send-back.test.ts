import { expect, test } from 'vitest';
import { openSendBack } from '../../../../src/app/features/results/send-back.ts';
import type { RenderBody } from '../../../../src/contract/http/renders.ts';
import { createFakeServer, type FakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

function open(): { server: FakeServer; dialog: () => ReturnType<typeof openSendBack> } {
  const server = createFakeServer();
  const app = createTestApp(createFakeOutside(server));
  const render = { id: 5, output_images: [] } as unknown as RenderBody;
  return { server, dialog: () => openSendBack(app, render, 0) };
}

const BLURRED = { reason: 'other', words: 'It is blurred.' } as const;

test('a picture whose answer was lost is sent back once: the same try has its answer, another reason is done', async () => {
  const { server, dialog } = open();
  server.fail('/return/', 'lost-answer');
  const send = dialog();
  await expect(send(BLURRED)).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  expect(await send({ ...BLURRED, words: 'It is blurred at the edges.' })).toBeNull();
  expect(await send(BLURRED)).toMatchObject({ refunded: 200 });
  expect(server.user.credits).toBe(2200);
});

test('a picture that was sent back before this dialog is refused', async () => {
  const { server, dialog } = open();
  await dialog()(BLURRED);
  await expect(dialog()(BLURRED)).rejects.toMatchObject({ failure: { code: 'return-refused' } });
  expect(server.user.credits).toBe(2200);
});
