import { expect, test } from 'vitest';
import {
  createJobSigns,
  type JobSign,
} from '../../../../../../src/server/renders/engines/comfyui/job/job-signs.ts';

const executing = (promptId: string, node: string) => ({ kind: 'executing', promptId, node }) as const;

test('a job that began before the answer that it was taken tells where it is', () => {
  const signs = createJobSigns();
  const cached = { kind: 'cached', promptId: 'mine', nodes: ['vae'] } as const;
  for (const event of [cached, executing('mine', 'first'), executing('mine', 'ckpt')]) signs.onEvent(event);
  const heard: JobSign[] = [];
  signs.follow('mine', (sign) => heard.push(sign));
  expect(heard).toEqual([
    { kind: 'event', event: cached },
    { kind: 'event', event: executing('mine', 'ckpt') },
  ]);
  signs.onEvent(executing('mine', 'sample'));
  expect(heard).toHaveLength(3);
});

test('of jobs that nobody follows the newest few are kept', () => {
  const signs = createJobSigns();
  for (let job = 0; job < 100; job++) signs.onEvent(executing(`job ${job}`, 'ckpt'));
  const heard: JobSign[] = [];
  for (let job = 0; job < 100; job++) signs.follow(`job ${job}`, (sign) => heard.push(sign));
  expect(heard).toEqual(
    Array.from({ length: 8 }, (_, k) => ({ kind: 'event', event: executing(`job ${92 + k}`, 'ckpt') })),
  );
});
