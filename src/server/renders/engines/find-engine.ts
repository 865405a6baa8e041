import type { EngineName } from '../../../contract/engine-name.ts';
import { AppError } from '../../../contract/failure.ts';
import type { Engines, RenderEngine } from './engine.ts';

/** @throws AppError `engine-unavailable`. */
export function findEngine(engines: Engines, name: EngineName): RenderEngine {
  const engine = engines.get(name);
  if (engine === undefined) throw new AppError({ code: 'engine-unavailable' });
  return engine;
}
