import { STAGE_BACKGROUND } from '../../src/contract/constants.ts';
import type { BackgroundSpec, RenderSpec } from '../../src/contract/render-spec.ts';
import { standsBehind } from '../../src/contract/scene/stands-behind.ts';
import { readProfile } from '../../src/server/renders/engines/comfyui/fleet/read-profile.ts';
import { buildGraph } from '../../src/server/renders/engines/comfyui/graph/build-graph.ts';
import type {
  BatchPart,
  BuiltGraph,
  ImageRole,
  ServerProfile,
  UploadedOrder,
} from '../../src/server/renders/engines/comfyui/graph/parts.ts';
import { makeMask, makeRecipe } from './ai-recipe.ts';
import { readObjectInfo, type ServerKind } from './fake-comfyui/object-info/stored-servers.ts';

/** Four materials that wear library pictures. */
export const MATERIALS = ['Oak', 'Linen', 'Steel', 'Leather'].map((name) => makeMask(name));
/** A picture of half fidelity. */
export const IMAGE = makeRecipe().background;
/** One of each kind. */
export const BACKGROUNDS = {
  image: IMAGE,
  'kept-image': { ...IMAGE, fidelity: 1 } as BackgroundSpec,
  'lost-image': { ...IMAGE, fidelity: 0 } as BackgroundSpec,
  gradient: { kind: 'gradient', from: '#ffffff', to: '#808080', fidelity: 0.8 },
  colour: { kind: 'colour', colour: '#c0ffee' },
  open: { kind: 'colour', colour: STAGE_BACKGROUND },
} satisfies Record<string, BackgroundSpec>;

/** The graph of an order on a server that has all of its pictures. */
export function buildFor(
  server: ServerKind,
  changes: Partial<RenderSpec>,
  part: BatchPart = { first: 0, count: 1 },
  profile: ServerProfile = profileOf(server),
): BuiltGraph {
  const recipe = makeRecipe(changes);
  return buildGraph(recipe, profile, uploadAll(recipe), part, 'sdxl');
}

/** Names as a server that knows all pictures of an order. */
export function uploadAll(recipe: RenderSpec, without: ImageRole[] = []): UploadedOrder {
  const materials = [...recipe.masks.keys()].flatMap((k): ImageRole[] => [
    `material-${k}`,
    `material-mask-${k}`,
  ]);
  const isPlate = ['image', 'gradient'].includes(standsBehind(recipe).kind);
  const hasFloor = recipe.masks.some(({ isLocked }) => !isLocked);
  const isKept = recipe.keepsProduct !== undefined;
  const around: ImageRole[] = isPlate ? ['plate', 'paint', 'background-mask'] : ['plate', 'paint'];
  const whole: ImageRole[] = ['init', 'background-mask', 'change', 'change-unguided', ...materials];
  const roles: ImageRole[] = [...(isKept ? around : whole), 'depth', 'lines'];
  if (hasFloor && !isKept) roles.push('paste');
  if (isPlate) roles.push('background');
  if (recipe.style !== null) roles.push('style');
  const known = roles.filter((role) => !without.includes(role));
  return {
    widthPx: 1024,
    heightPx: 1024,
    names: new Map(known.map((role) => [role, `${role} [temp]`])),
    regionShares: {},
  };
}

export function profileOf(server: ServerKind): ServerProfile {
  const stats = { system: { comfyui_version: '0.3.64' }, devices: [] };
  return readProfile(stats, readObjectInfo(server), {
    checkpointPatterns: [],
    allowsNonCommercial: false,
  });
}
