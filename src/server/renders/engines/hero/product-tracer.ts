import { AppError } from '../../../../contract/failure.ts';
import type { NotKeptReason } from '../../../../contract/failure-reasons.ts';
import { fitText } from '../../../../contract/files/fit-text.ts';
import { listTracedFiles } from '../../../../contract/files/list-recipe-files.ts';
import { outputSize } from '../../../../contract/files/output-size.ts';
import type { FoundLight } from '../../../../contract/http/renders.ts';
import type { ContentHash } from '../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../contract/render-spec.ts';
import type { TraceJob } from '../../../../tracer/trace-events.ts';
import type { ModelInspector } from '../../../models/inspect-model.ts';
import { createMutex } from '../../../process/mutex.ts';
import type { EngineEvent } from '../engine.ts';
import type { StudioEvent, StudioHost } from '../studio-host.ts';
import { keptSpec } from './kept-spec.ts';
import { canLead, leadLight } from './lead-light.ts';
import type { PlateParts, SettledSurroundings } from './plate-parts.ts';

type ReadFile = (hash: ContentHash) => Promise<Uint8Array>;
type Finished = Extract<EngineEvent, { kind: 'encoded' }>;
type Traced = Extract<StudioEvent, { kind: 'image' }>;
type Told = Extract<EngineEvent, { kind: 'preview' | 'warned' }>;

/** What is told while a product is traced. */
export interface TraceListener {
  /** Others' products are traced first: called at once, and again every minute until its turn comes. */
  onWait(): void;
  /** Percent of what is traced; never falls. */
  onProgress(percent: number): void;
  onEvent(event: Told): void;
}

/** What was painted for one picture of a batch. */
export interface Painted {
  readonly batchIndex: number;
  readonly surroundings: SettledSurroundings;
  /** Painted a second time, because the first one had slid too far. */
  readonly isRepainted: boolean;
}

/** Traces products of AI orders with the built-in engine's machinery, one after the other: each takes every core. */
export interface ProductTracer {
  /**
   * What is left out of an order's product, by its English names, before anything is traced.
   *
   * @throws AppError `product-not-kept` for an order of a model that cannot be traced, or that has glass, how little of it will be
   *   seen; not where the recipe says that the person said yes to that (`paintsProduct`).
   */
  check(recipe: RenderSpec, signal: AbortSignal): Promise<string[]>;
  /**
   * The product before the order's own background, as a draft.
   *
   * @returns Why not, where it cannot be kept apart.
   * @throws EngineDied; an AbortError soon after the signal.
   */
  tracePlate(
    recipe: RenderSpec,
    size: { readonly widthPx: number; readonly heightPx: number },
    readFile: ReadFile,
    listener: TraceListener,
    signal: AbortSignal,
  ): Promise<PlateParts | NotKeptReason>;
  /**
   * Finished pictures: the product at its full size and quality before each of what was painted. In the order's own light it is
   * traced once for all of them, but for pictures that are larger than are traced whole.
   *
   * @param painted Surroundings of `outputSize(recipe)`. Handed over: empty afterwards.
   * @returns In their order.
   * @throws As {@link tracePlate}.
   */
  compose(
    recipe: RenderSpec,
    painted: readonly Painted[],
    readFile: ReadFile,
    listener: TraceListener,
    signal: AbortSignal,
  ): Promise<Finished[]>;
}

/** Between signs of life of an order that waits for its turn. */
const SIGN_MS = 60_000;
/** A glint of glass is drawn as the tracer has it; a product that shows more than this share of it is not kept apart. */
const GLASS_MOST = 0.005;

export function createProductTracer(parts: {
  readonly host: StudioHost;
  readonly models: ModelInspector;
  /** Shorter than a minute, for tests. */
  readonly signMs?: number;
}): ProductTracer {
  const { host, models } = parts;
  const inTurn = createTurns(parts.signMs ?? SIGN_MS);

  const trace = async (
    recipe: RenderSpec,
    job: Omit<TraceJob, 'files'>,
    readFile: ReadFile,
    listener: TraceListener,
    signal: AbortSignal,
  ) => {
    const files = new Map<ContentHash, Uint8Array>();
    for (const hash of listTracedFiles(recipe)) files.set(hash, await readFile(hash));
    const pictures = new Map<number, Traced>();
    let told: Extract<StudioEvent, { kind: 'parts' }> | null = null;
    for await (const event of host.trace({ ...job, files }, signal)) {
      if (event.kind === 'image') pictures.set(event.imageIndex, event);
      else if (event.kind === 'parts') told = event;
      else if (event.kind === 'node') listener.onProgress(event.progress);
      else if (event.kind === 'warning') listener.onEvent({ kind: 'warned', warning: event.warning });
      else if (event.kind === 'preview') {
        const { rgba, widthPx, heightPx } = event;
        listener.onEvent({ kind: 'preview', rgba, widthPx, heightPx });
      }
    }
    return { pictures, told };
  };

  return {
    async check({ scene, paintsProduct }, signal) {
      const refuse = (reason: NotKeptReason) => new AppError({ code: 'product-not-kept', reason });
      const missing = await models.inspect(scene.modelHash, scene, signal).catch((error: unknown) => {
        if (!(error instanceof AppError && isOfModel(error))) throw error;
        if (paintsProduct !== true) throw refuse('model');
        return [];
      });
      if (paintsProduct === true) return missing;
      if (await models.hasGlass(scene.modelHash, scene, signal)) throw refuse('glass');
      return missing;
    },
    async tracePlate(recipe, size, readFile, listener, signal) {
      try {
        const missing = await models.inspect(recipe.scene.modelHash, recipe.scene, signal);
        const spec: RenderSpec = { ...keptSpec(recipe, size), quality: 'draft' };
        // Of a product that the AI paints after all, from the stage, they would not be so.
        const warnings: Told[] = missing.map((name) => ({
          kind: 'warned',
          warning: { kind: 'not-drawn', name: fitText(name, 255) },
        }));
        const onEvent = (event: Told): void => {
          if (event.kind === 'warned') warnings.push(event);
          else listener.onEvent(event);
        };
        const { pictures, told } = await inTurn(listener, signal, () =>
          trace(recipe, { spec, tellsParts: true }, readFile, { ...listener, onEvent }, signal),
        );
        const picture = pictures.get(0);
        if (picture === undefined || told === null) throw new Error('the tracer told no parts');
        if (told.glassShare > GLASS_MOST) return 'glass';
        for (const warning of warnings) listener.onEvent(warning);
        const { alpha, shadow, reflection, floorY, bounds } = told;
        return { ...size, plate: picture.small.rgba, alpha, shadow, reflection, floorY, bounds };
      } catch (error) {
        if (error instanceof AppError && isOfModel(error)) return 'model';
        throw error;
      }
    },
    async compose(recipe, painted, readFile, listener, signal) {
      const finished: Finished[] = [];
      for (const group of groupByLight(matchLight(recipe, painted))) {
        const spec = keptSpec(group.recipe, outputSize(recipe));
        const surroundings = group.pictures.map(
          ({ surroundings: { rgba, shadowShare, reflectionShare } }) => ({
            rgba,
            shadowShare,
            reflectionShare,
          }),
        );
        const { pictures } = await inTurn(listener, signal, () =>
          trace(recipe, { spec, surroundings }, readFile, listener, signal),
        );
        group.pictures.forEach((picture, index) => {
          finished.push(describe(picture, pictures.get(index)));
        });
      }
      return finished;
    },
  };
}

function describe(
  { batchIndex, light, isRepainted, surroundings: { shiftPx, hasSlid } }: MatchedPicture,
  traced: Traced | undefined,
): Finished {
  if (!traced?.kept) throw new Error('the product was not counted');
  const { png, small, widthPx, heightPx, kept } = traced;
  const keptProduct = {
    compared_pixels: kept.comparedPixels,
    changed_pixels: kept.changedPixels,
    product_hash: kept.productHash as ContentHash,
    light,
    shift_px: shiftPx,
    has_slid: hasSlid,
    is_repainted: isRepainted,
  };
  return { kind: 'encoded', batchIndex, png, small, widthPx, heightPx, keptProduct };
}

/** One picture, ready to be composed. */
interface MatchedPicture extends Painted {
  /** In whose light the product is traced. */
  readonly recipe: RenderSpec;
  readonly light: FoundLight | null;
}

/**
 * Brings product and surroundings together before they are composed: the recipe of an order that is lit `as-painted` is led to the
 * light of its surroundings, each picture's its own, where that was found surely enough. In the order's own light nothing changes.
 */
function matchLight(recipe: RenderSpec, painted: readonly Painted[]): MatchedPicture[] {
  return painted.map((one) => {
    const { light: found } = one.surroundings;
    const light = recipe.keepsProduct === 'as-painted' && found !== null && canLead(found) ? found : null;
    return { ...one, recipe: light === null ? recipe : leadLight(recipe, light), light };
  });
}

/** Pictures in one light are traced at once. */
function groupByLight(pictures: readonly MatchedPicture[]) {
  const groups = new Map<RenderSpec, MatchedPicture[]>();
  for (const picture of pictures)
    groups.set(picture.recipe, [...(groups.get(picture.recipe) ?? []), picture]);
  return [...groups].map(([recipe, same]) => ({ recipe, pictures: same }));
}

function isOfModel({ failure }: AppError): boolean {
  return failure.code === 'model-unreadable' || failure.code === 'model-too-complex';
}

/** Work that waits for its turn, and says so; whoever is aborted meanwhile waits no longer. */
function createTurns(signMs: number) {
  const inTurn = createMutex();
  /** At work, or in line. */
  let count = 0;
  return <T>(
    { onWait }: Pick<TraceListener, 'onWait'>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let sign: NodeJS.Timeout | undefined;
      const leave = (): void => {
        clearInterval(sign);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      if (count > 0) {
        sign = setInterval(onWait, signMs);
        onWait();
      }
      count += 1;
      inTurn(async () => {
        clearInterval(sign);
        signal.throwIfAborted();
        return work();
      })
        .then(resolve, reject)
        .finally(() => {
          count -= 1;
          signal.removeEventListener('abort', leave);
        });
    });
}
