import type { EngineLevel } from '../../../../../contract/http/engines.ts';
import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import type { ServerProfile } from '../graph/parts.ts';

/** A server that could take a job, as far as it matters for the choice. */
export interface Candidate {
  readonly id: string;
  readonly profile: ServerProfile;
  /** Ours and others' in its queue. */
  readonly jobs: number;
  /** It has the classes that the order's own graph needs. */
  readonly fits: boolean;
  /** It can take a job of ours now. */
  readonly hasRoom: boolean;
  readonly lastCheckpoint: string | null;
  /** How many of the order's pictures it has already. */
  readonly uploads: number;
}

const LEVELS: readonly EngineLevel[] = ['core-only', 'no-materials-or-style', 'full'];

/**
 * The server for an order: of those that can follow it the one with the fewest jobs, then one that has the checkpoint
 * loaded, then the one with most of its pictures. Where none can follow it whole, the highest level.
 *
 * @param candidates All that are there, with room or without: an order waits for a server that can follow it.
 * @param avoid Servers that have failed it: taken only when there is no other.
 * @returns Null while those that count have no room.
 */
export function chooseServer<C extends Candidate>(
  candidates: readonly C[],
  recipe: RenderSpec,
  avoid: ReadonlySet<string>,
): C | null {
  const able = candidates.filter(({ profile }) => profile.level !== null);
  const others = able.filter(({ id }) => !avoid.has(id));
  const pool = others.length > 0 ? others : able;
  const whole = pool.filter(({ profile, fits }) => fits && listLacking(recipe, profile).length === 0);
  const counted = whole.length > 0 ? whole : best(pool, recipe);
  const free = counted.filter(({ hasRoom }) => hasRoom);
  const [first] = free.sort(
    (one, other) =>
      one.jobs - other.jobs ||
      Number(hasCheckpoint(other)) - Number(hasCheckpoint(one)) ||
      other.uploads - one.uploads,
  );
  return first ?? null;
}

const hasCheckpoint = ({ profile, lastCheckpoint }: Candidate) => lastCheckpoint === profile.checkpoint;

function best<C extends Candidate>(pool: readonly C[], recipe: RenderSpec): C[] {
  const rank = ({ profile }: C) =>
    LEVELS.indexOf(profile.level ?? 'core-only') * 10 - listLacking(recipe, profile).length;
  const highest = Math.max(...pool.map(rank));
  return pool.filter((candidate) => rank(candidate) === highest);
}

/** Wishes of an order that a server cannot follow. An own graph brings what it needs by itself. */
export function listLacking(recipe: RenderSpec, profile: ServerProfile): AiWish[] {
  if (recipe.workflow !== undefined) return [];
  const { control, imageAdapter, revision, upscaleModel } = profile;
  const wishesMaterials = recipe.masks.some(({ materialImageHash }) => materialImageHash !== null);
  const wishesStyle = recipe.style !== null && recipe.style.strength > 0;
  const lacking: [AiWish, boolean][] = [
    ['structure', control === null],
    ['style', wishesStyle && imageAdapter === null && revision === null],
    ['materials', wishesMaterials && imageAdapter === null],
    ['upscale', recipe.outputPx !== undefined && upscaleModel === null],
  ];
  return lacking.flatMap(([wish, isLacking]) => (isLacking ? [wish] : []));
}

/** Less memory than this cannot hold a batch of four beside SDXL and its helpers (bytes). */
const BATCH_MEMORY = 8 * 1024 ** 3;

/**
 * How an order's images become jobs: one for all, or one for each when servers would be idle else or the memory is
 * small. What is left of a batch is made one by one, from the same noise.
 *
 * @param isBatched False: one job makes one image.
 * @param wanted Images to make, ascending.
 * @param batchSize Images of the whole order.
 * @param idleServers Servers beside the chosen one that nobody else would use.
 */
export function splitBatch(
  isBatched: boolean,
  wanted: readonly number[],
  batchSize: number,
  profile: ServerProfile,
  idleServers: number,
): { first: number; count: number }[] {
  const [device] = profile.devices;
  const isSmall = device !== undefined && device.memoryTotal > 0 && device.memoryTotal < BATCH_MEMORY;
  const isWhole = wanted.length === batchSize;
  if (isWhole && isBatched && !isSmall && idleServers <= 0) return [{ first: 0, count: batchSize }];
  return wanted.map((first) => ({ first, count: 1 }));
}
