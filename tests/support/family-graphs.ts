import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { readProfile } from '../../src/server/renders/engines/comfyui/fleet/read-profile.ts';
import { buildGraph } from '../../src/server/renders/engines/comfyui/graph/build-graph.ts';
import type {
  BatchPart,
  BuiltGraph,
  FamilyName,
  ImageRole,
  ServerProfile,
  UploadedOrder,
} from '../../src/server/renders/engines/comfyui/graph/parts.ts';
import { makeRecipe } from './ai-recipe.ts';
import { uploadAll } from './built-graphs.ts';
import type { Generation } from './fake-comfyui/object-info/model-classes.ts';
import type { ObjectInfo } from './fake-comfyui/object-info/shapes.ts';
import { type FamilyKind, filesOf, readObjectInfo } from './fake-comfyui/object-info/stored-servers.ts';

const VERSIONS = { '0.3.64': '0.3.64', current: '0.38.1' } as const;

/** What a server has that has these families' files, an upscale model, and no checkpoint. */
export function infoOf(generation: Generation, ...kinds: readonly FamilyKind[]): ObjectInfo {
  const files = { ...filesOf(...kinds), upscale_models: ['4x-UltraSharp.pth'] };
  return readObjectInfo('core-only', 'mixed', files, generation);
}

export function profileWith(
  kinds: readonly FamilyKind[],
  {
    generation = 'current',
    memoryBytes = 24e9,
    allowsNonCommercial = false,
    info = infoOf(generation, ...kinds),
  }: {
    readonly generation?: Generation;
    readonly memoryBytes?: number;
    readonly allowsNonCommercial?: boolean;
    readonly info?: object;
  } = {},
): ServerProfile {
  const devices = [{ name: 'GPU', vram_total: memoryBytes, vram_free: memoryBytes }];
  const stats = { system: { comfyui_version: VERSIONS[generation] }, devices };
  return readProfile(stats, { ...info }, { checkpointPatterns: [], allowsNonCommercial });
}

/** Names of an order's pictures, those of a kept product among them. */
export function uploadFor(recipe: RenderSpec, without: readonly ImageRole[] = []): UploadedOrder {
  const uploaded = uploadAll(recipe);
  const names = new Map(uploaded.names);
  if (recipe.keepsProduct !== undefined) {
    names.set('plate', 'plate [temp]').set('paint', 'paint [temp]');
  }
  for (const role of without) names.delete(role);
  // The later mask is the larger one.
  const regionShares = Object.fromEntries(recipe.masks.map((_, k) => [k, 0.1 * (k + 1)]));
  return { ...uploaded, widthPx: 1184, heightPx: 896, names, regionShares };
}

export interface BuildOptions {
  readonly part?: BatchPart;
  /** Pictures that the order has not. */
  readonly without?: readonly ImageRole[];
  readonly generation?: Generation;
}

/** The graph of an order by one family, on a server that has it alone. */
export function buildFamily(
  kind: FamilyKind,
  name: FamilyName,
  changes: Partial<RenderSpec>,
  { part = { first: 0, count: 1 }, without = [], generation = 'current' }: BuildOptions = {},
): BuiltGraph {
  const recipe = makeRecipe(changes);
  const profile = profileWith([kind], { generation, allowsNonCommercial: true });
  return buildGraph(recipe, profile, uploadFor(recipe, without), part, name);
}

/** One node a line, so that a change is one line of a review. */
export function writeGraph(built: BuiltGraph): string {
  const { graph, output, sampler, regionSamplers, leftOut, models } = built;
  const nodes = Object.entries(graph).map(([id, node]) => `  ${JSON.stringify(id)}: ${JSON.stringify(node)}`);
  const about = JSON.stringify({ output, sampler, regionSamplers, leftOut, models });
  return `{\n "about": ${about},\n "graph": {\n${nodes.join(',\n')}\n }\n}\n`;
}
