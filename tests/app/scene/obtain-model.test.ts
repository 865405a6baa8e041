import { expect, test } from 'vitest';
import { readModel } from '../../../src/app/scene/obtain-model.ts';
import type { ComputeApi } from '../../../src/contract/compute-api.ts';
import { AppError } from '../../../src/contract/failure.ts';
import { detectUpAxis } from '../../../src/workers/compute/gltf/detect-up-axis.ts';
import { inspectModel } from '../../../src/workers/compute/gltf/inspect-model.ts';
import { makeArrow } from '../../support/box-model.ts';

const read = (compute: Partial<ComputeApi>, bytes: Uint8Array) =>
  readModel(
    { compute: () => compute as ComputeApi },
    new Blob([new Uint8Array(bytes)]),
    new AbortController().signal,
  );

test('an arrow made with Z up is reported and stood upright', async () => {
  const report = await read({ inspectModel, detectUpAxis }, makeArrow('z'));
  expect(report.detection).toMatchObject({ system: 'Z_UP', confidence: 0.6 });
  // The file's z axis, third column, points up.
  expect(report.normalisation.slice(8, 11)).toEqual([0, 2.5, 0]);
  expect(report.triangleCount).toBe(288);
});

test('a detection that fails alone leaves the model as it was made', async () => {
  const crash = async () => {
    throw new AppError({ code: 'worker-crashed', worker: 'detectUpAxis' });
  };
  const report = await read({ inspectModel, detectUpAxis: crash }, makeArrow('z'));
  expect(report.detection).toMatchObject({ system: 'Y_UP', confidence: 0 });
  expect(report.normalisation.slice(8, 11)).toEqual([0, 0, 2.5]);
});

test('a bad file has the words of its inspection; a bug and a cancellation stay what they are', async () => {
  const detectOther = async () => {
    throw new AppError({ code: 'model-unreadable', reason: 'cut-short', details: 'other words' });
  };
  await expect(read({ inspectModel, detectUpAxis: detectOther }, new Uint8Array())).rejects.toMatchObject({
    failure: { code: 'file-empty' },
  });
  const cancelled = async () => {
    throw new DOMException('cancelled', 'AbortError');
  };
  await expect(read({ inspectModel, detectUpAxis: cancelled }, makeArrow('z'))).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('two workers read a file at the same time, but not a huge one', async () => {
  const running = new Set<string>();
  let most = 0;
  const watch =
    <A, R>(name: string, work: (argument: A) => Promise<R>) =>
    async (argument: A): Promise<R> => {
      running.add(name);
      most = Math.max(most, running.size);
      try {
        return await work(argument);
      } finally {
        running.delete(name);
      }
    };
  const glb = new Blob([new Uint8Array(makeArrow('z'))]);
  const compute = {
    inspectModel: watch('inspect', () => inspectModel(glb)),
    detectUpAxis: watch('detect', () => detectUpAxis(glb)),
  };
  const readSize = (size: number) =>
    readModel(
      { compute: () => compute as unknown as ComputeApi },
      { size } as Blob,
      new AbortController().signal,
    );
  await readSize(1_000);
  expect(most).toBe(2);
  most = 0;
  expect((await readSize(300 * 1024 ** 2)).detection.system).toBe('Z_UP');
  expect(most).toBe(1);
});
