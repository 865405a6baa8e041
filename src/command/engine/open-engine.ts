import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createModelInspector } from '../../server/models/inspect-model.ts';
import type { RenderEngine } from '../../server/renders/engines/engine.ts';
import { createStudioEngine } from '../../server/renders/engines/studio.ts';
import { createStudioHost } from '../../server/renders/engines/studio-host.ts';
import type { HeldFiles } from '../recipe/held-files.ts';
import type { Program } from './find-program.ts';

/**
 * The built-in engine as the server has it, over files in memory.
 *
 * @param isNear It will make pictures: its thread starts while the model is read.
 * @throws AppError `engine-unavailable` when the kernel was not built.
 */
export function openEngine(
  { workersDir, tracerDir, version }: Program,
  files: HeldFiles,
  isNear: boolean,
): RenderEngine {
  const places = {
    workerFile: join(workersDir, 'studio-worker.js'),
    tileWorkerFile: join(workersDir, 'tile-worker.js'),
    tracerFolder: tracerDir,
  };
  const host = createStudioHost(places, availableParallelism());
  if (isNear) host.warm();
  return createStudioEngine({
    host,
    models: createModelInspector(files, join(workersDir, 'model-worker.js')),
    version,
  });
}
