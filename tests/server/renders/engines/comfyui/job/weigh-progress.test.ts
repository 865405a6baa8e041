import { expect, test } from 'vitest';
import type { AiNodeId } from '../../../../../../src/contract/render-nodes.ts';
import type { Graph } from '../../../../../../src/server/renders/engines/comfyui/graph/parts.ts';
import type { ComfyEvent } from '../../../../../../src/server/renders/engines/comfyui/job/read-message.ts';
import { createWeighing } from '../../../../../../src/server/renders/engines/comfyui/job/weigh-progress.ts';

const STEPS: Record<string, AiNodeId> = {
  ckpt: 'load-ai-model',
  control: 'load-ai-model',
  positive: 'encode-prompt',
  negative: 'encode-prompt',
  sample: 'sample',
  decode: 'decode',
  result: 'save',
};
const weigh = (steps = STEPS, regionSamplers: readonly string[] = []) => {
  const nodes = Object.keys(steps).map((id) => [id, { class_type: id, inputs: {} }] as const);
  return createWeighing({
    graph: Object.fromEntries(nodes) as Graph,
    steps,
    sampler: 'sample',
    regionSamplers,
  });
};
const executing = (node: string | null): ComfyEvent => ({ kind: 'executing', promptId: 'job', node });
const progress = (node: string, value: number, max: number): ComfyEvent => ({
  kind: 'progress',
  promptId: 'job',
  node,
  value,
  max,
});

test('a good run goes from 2 to 98 and never falls, by the weights of its steps', () => {
  const told = weigh();
  const steps = [
    executing('ckpt'),
    executing('control'),
    executing('positive'),
    executing('negative'),
    executing('sample'),
    progress('sample', 14, 28),
    progress('sample', 7, 28),
    progress('sample', 28, 28),
    executing('decode'),
    executing('result'),
    { kind: 'success', promptId: 'job' } as const,
  ].map(told);
  expect(steps.map(({ percent }) => percent)).toEqual([2, 6, 10, 13, 16, 52, 52, 88, 88, 98, 98]);
  expect(steps.map(({ nodeId }) => nodeId).slice(3, 6)).toEqual(['encode-prompt', 'sample', 'sample']);
});

test('what the server has from its cache is done', () => {
  const told = weigh();
  const nodes = ['ckpt', 'control', 'positive', 'negative'];
  expect(told({ kind: 'cached', promptId: 'job', nodes })).toMatchObject({ percent: 16 });
  expect(told({ kind: 'cached', promptId: 'job', nodes: Object.keys(STEPS) }).percent).toBe(98);
});

test('enlarging takes half of what drawing has', () => {
  const told = weigh({ ...STEPS, upscale: 'enlarge' });
  told({ kind: 'finished', promptId: 'job', nodes: ['ckpt', 'control', 'positive', 'negative'] });
  expect(told(progress('sample', 28, 28)).percent).toBe(52);
  told(executing('decode'));
  expect(told(executing('upscale'))).toEqual({ percent: 62, nodeId: 'enlarge' });
  expect(told(executing('result')).percent).toBe(98);
});

test('a model that is loaded in the middle is told as that, and is no progress', () => {
  const told = weigh();
  const before = told(executing('sample'));
  const loading = { kind: 'finished', promptId: 'job', nodes: [], isLoading: true } as const;
  expect(told(loading)).toEqual({ percent: before.percent, nodeId: 'load-ai-model' });
  expect(told(loading)).toEqual({ percent: before.percent, nodeId: 'load-ai-model' });
  expect(told(progress('sample', 1, 28)).nodeId).toBe('sample');
});

test('regions that are drawn before the whole share its step', () => {
  const told = weigh({ ...STEPS, region_0: 'sample' }, ['region_0']);
  told({ kind: 'finished', promptId: 'job', nodes: ['ckpt', 'control', 'positive', 'negative'] });
  expect(told(progress('region_0', 4, 4)).percent).toBe(52);
  expect(told(progress('sample', 4, 4)).percent).toBe(88);
});

test('numbers that make no sense change nothing', () => {
  const told = weigh();
  expect(told(progress('sample', 5, 0)).percent).toBe(2);
  expect(told(progress('sample', -5, 10)).percent).toBeLessThanOrEqual(16);
  expect(told(progress('sample', 50, 10)).percent).toBeLessThanOrEqual(98);
  expect(told(progress('node of nobody', 1, 2)).percent).toBeLessThanOrEqual(98);
});

test('a server that runs whatever is ready: the step goes forward only', () => {
  const told = weigh();
  const nodes = ['positive', 'ckpt', 'negative', 'control', 'sample'].map(
    (node) => told(executing(node)).nodeId,
  );
  expect(nodes).toEqual(['encode-prompt', 'encode-prompt', 'encode-prompt', 'encode-prompt', 'sample']);
});
