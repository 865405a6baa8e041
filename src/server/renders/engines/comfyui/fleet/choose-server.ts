import { EngineLevel } from '../../../../../contract/http/engines.ts';
import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import { FAMILIES, findFamily, findUsed } from '../families/list-families.ts';
import type { FamilyName, ServerProfile } from '../graph/parts.ts';

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
  /** File of the model that its last job drew with. */
  readonly lastModel: string | null;
  /** How many of the order's pictures it has already. */
  readonly uploads: number;
}

/** A server and the family of models that is to draw on it; null for an own graph, which brings its own. */
export interface Choice<C extends Candidate> {
  readonly candidate: C;
  readonly family: FamilyName | null;
}

/** What an order asks of whoever draws it. */
export interface Asked {
  readonly recipe: RenderSpec;
  /** Servers that have failed it: taken only when there is no other. */
  readonly avoid: ReadonlySet<string>;
  /** What draws its other pictures; null: nothing yet. Another one only where no server that is there has it. */
  readonly family: FamilyName | null;
}

/**
 * The server for an order, and the family on it. Of those that can follow the order: where the card's memory is enough, the
 * fewest jobs, a model that is loaded (another takes a minute to come), the family's place in the list, most of its pictures.
 * Where none can follow it whole, the highest level. An enlarged picture is paid as one: it waits for a server that enlarges.
 *
 * @param candidates All that are there, with room or without: an order waits for a server that can follow it.
 * @returns Null while those that count have no room.
 */
export function chooseServer<C extends Candidate>(
  candidates: readonly C[],
  { recipe, avoid, family }: Asked,
): Choice<C> | null {
  const able = candidates.filter(({ profile }) => isAble(profile, recipe));
  const others = able.filter(({ id }) => !avoid.has(id));
  const pool = (others.length > 0 ? others : able).flatMap((one) => listChoices(one, recipe));
  const same = pool.filter((choice) => choice.family === family);
  const asked = family !== null && same.length > 0 ? same : pool;
  const whole = asked.filter(({ candidate, lacking }) => candidate.fits && lacking === 0);
  const counted = whole.length > 0 ? whole : best(asked);
  const [first] = counted
    .filter(({ candidate }) => candidate.hasRoom)
    .sort(
      (one, other) =>
        Number(other.hasMemory) - Number(one.hasMemory) ||
        one.candidate.jobs - other.candidate.jobs ||
        Number(other.isLoaded) - Number(one.isLoaded) ||
        one.place - other.place ||
        other.candidate.uploads - one.candidate.uploads,
    );
  return first === undefined ? null : { candidate: first.candidate, family: first.family };
}

/** Whether a server can draw what is paid, now or once it has room. */
export function isAble(profile: ServerProfile, { outputPx, workflow }: RenderSpec): boolean {
  const isEnlarged = outputPx !== undefined && workflow === undefined;
  return profile.level !== null && !(isEnlarged && profile.upscaleModel === null);
}

interface Rated<C extends Candidate> extends Choice<C> {
  readonly lacking: number;
  readonly level: EngineLevel;
  readonly hasMemory: boolean;
  readonly isLoaded: boolean;
  /** By preference, 0 first. */
  readonly place: number;
}

/** What a server could draw an order with. */
function listChoices<C extends Candidate>(candidate: C, recipe: RenderSpec): Rated<C>[] {
  const { profile, lastModel } = candidate;
  const level = profile.level ?? 'core-only';
  if (recipe.workflow !== undefined) {
    const isLoaded = lastModel === profile.checkpoint;
    return [{ candidate, family: null, lacking: 0, level, hasMemory: true, isLoaded, place: 0 }];
  }
  const memory = profile.devices[0]?.memoryTotal ?? 0;
  return FAMILIES.flatMap((family, place) => {
    const found = findUsed(profile, family.name);
    if (found === null) return [];
    return {
      candidate,
      family: family.name,
      lacking: family.listLacking(recipe, found, profile).length,
      level: found.level ?? 'core-only',
      hasMemory: memory === 0 || memory >= family.limits.memory,
      isLoaded: lastModel !== null && lastModel === found.model,
      place,
    };
  });
}

function best<C extends Candidate>(pool: readonly Rated<C>[]): Rated<C>[] {
  const rank = ({ level, lacking }: Rated<C>) => -EngineLevel.options.indexOf(level) * 10 - lacking;
  const highest = Math.max(...pool.map(rank));
  return pool.filter((choice) => rank(choice) === highest);
}

/** Wishes of an order that the best family of a server cannot follow. An own graph brings what it needs by itself. */
export function listLacking(recipe: RenderSpec, profile: ServerProfile): AiWish[] {
  if (recipe.workflow !== undefined) return [];
  const lists = FAMILIES.flatMap((family) => {
    const found = findUsed(profile, family.name);
    return found === null ? [] : [family.listLacking(recipe, found, profile)];
  });
  return lists.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** Less memory than this cannot hold a batch of four beside a model that nobody of ours has chosen (bytes). */
const BATCH_MEMORY = 8 * 1024 ** 3;

/**
 * How an order's images become jobs: one for all, or one for each when servers would be idle else or the memory is
 * small. What is left of a batch is made one by one, from the same noise.
 *
 * @param isBatched False: one job makes one image.
 * @param wanted Images to make, ascending.
 * @param batchSize Images of the whole order.
 * @param family That draws; null for an own graph.
 * @param idleServers Servers beside the chosen one that nobody else would use.
 */
export function splitBatch(
  isBatched: boolean,
  wanted: readonly number[],
  batchSize: number,
  profile: ServerProfile,
  family: FamilyName | null,
  idleServers: number,
): { first: number; count: number }[] {
  const [device] = profile.devices;
  const needed = family === null ? BATCH_MEMORY : findFamily(family).limits.batchMemory;
  const isSmall = device !== undefined && device.memoryTotal > 0 && device.memoryTotal < needed;
  const isWhole = wanted.length === batchSize;
  if (isWhole && isBatched && !isSmall && idleServers <= 0) return [{ first: 0, count: batchSize }];
  return wanted.map((first) => ({ first, count: 1 }));
}
