import { fitText } from '../../../contract/files/fit-text.ts';
import { listTracedFiles } from '../../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import type { ModelInspector } from '../../models/inspect-model.ts';
import type { EngineEvent, RenderEngine } from './engine.ts';
import type { StudioEvent, StudioHost } from './studio-host.ts';

/** What the built-in engine is made of. */
export interface StudioParts {
  readonly host: StudioHost;
  readonly models: ModelInspector;
  /** Product version, for the recipe. */
  readonly version: string;
}

/** The built-in path tracer, in threads of its own. */
export function createStudioEngine(parts: StudioParts): RenderEngine {
  const check = (recipe: RenderSpec, signal: AbortSignal): Promise<string[]> => {
    return parts.models.inspect(recipe.scene.modelHash, recipe.scene, signal);
  };
  return {
    name: 'studio',
    build: async () => ({ engine: 'studio', version: parts.version, kernelHash: parts.host.kernelHash }),
    check,
    async *run(recipe, context, signal) {
      const skips = [...context.finished];
      if (skips.length >= recipe.batchSize) return;
      const missing = recipe.drawsWithout === true ? await check(recipe, signal) : [];
      for (const name of missing) {
        yield { kind: 'warned', warning: { kind: 'not-drawn', name: fitText(name, 255) } };
      }
      const bytes = new Map<ContentHash, Uint8Array>();
      for (const hash of listTracedFiles(recipe)) bytes.set(hash, await context.readFile(hash));
      const { isWatched = true } = context;
      const job = { spec: recipe, files: bytes, skips, isWatched };
      for await (const event of parts.host.trace(job, signal)) {
        // Nobody asked for parts.
        if (event.kind !== 'parts') yield translate(event);
      }
    },
    // Its threads take every core.
    capacity: () => 1,
    fleet: null,
    close: () => parts.host.close(),
  };
}

function translate(event: Exclude<StudioEvent, { kind: 'parts' }>): EngineEvent {
  const { kind } = event;
  if (kind === 'node') return { kind: 'progress', percent: event.progress, nodeId: event.node };
  if (kind === 'warning') return { kind: 'warned', warning: event.warning };
  if (kind === 'layer') return { kind, layer: event.layer.kind, bytes: event.layer.bytes };
  const { widthPx, heightPx } = event;
  if (kind === 'preview') return { kind, rgba: event.rgba, widthPx, heightPx };
  const { imageIndex: batchIndex, png, small } = event;
  return { kind: 'encoded', batchIndex, png, small, widthPx, heightPx };
}
