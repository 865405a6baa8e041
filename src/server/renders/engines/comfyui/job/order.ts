import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { readFiles } from '../../../orders/read-files.ts';
import type { PlateParts } from '../../hero/plate-parts.ts';
import { findFamily } from '../families/list-families.ts';
import type { Seat } from '../fleet/fleet.ts';
import { buildGraph } from '../graph/build-graph.ts';
import { listClasses } from '../graph/describe-graph.ts';
import { fillWorkflow } from '../graph/fill-workflow.ts';
import { CHECKPOINT_CANVAS } from '../graph/graph-size.ts';
import type { Workflow } from '../graph/parse-workflow.ts';
import type {
  BatchPart,
  BuiltGraph,
  FamilyName,
  ImageRole,
  PreparedOrder,
  ServerProfile,
} from '../graph/parts.ts';
import type { Dispatch } from './dispatch.ts';
import { listPreparedFiles } from './list-pictures.ts';
import { nameOf } from './send-images.ts';

/** One order, as all of its jobs see it. */
export interface Order {
  readonly recipe: RenderSpec;
  /** Operator's own graph; null: one is built. */
  readonly workflow: Workflow | null;
  /**
   * Its pictures, prepared when the first server has a place for it, once for all families of one canvas.
   *
   * @param family That draws; null for an own graph.
   */
  prepared(family: FamilyName | null): Promise<PreparedOrder>;
  /** Whether a server has the classes of its own graph; true without one. */
  fits(profile: ServerProfile): boolean;
  /** Several images can be made by one job. */
  readonly isBatched: boolean;
  /** Of its prepared pictures; empty before. */
  hashes(): readonly string[];
}

/** @param readFile A file that the recipe names. @param plate Of an order that keeps the product; else null. */
export function openOrder(
  { pictures, graphPixels }: Pick<Dispatch, 'pictures' | 'graphPixels'>,
  recipe: RenderSpec,
  workflow: Workflow | null,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
  signal: AbortSignal,
  plate: PlateParts | null = null,
): Order {
  const work = pictures.workFor({ lane: 'order', caller: 'comfyui', signal });
  const readAll = () => readFiles(listPreparedFiles(recipe), readFile);
  const preparing = new Map<number, Promise<PreparedOrder>>();
  const hashes = new Set<string>();
  const classes = workflow === null ? [] : listClasses(workflow.graph);
  return {
    recipe,
    workflow,
    async prepared(family) {
      const canvas = family === null ? CHECKPOINT_CANVAS : findFamily(family).limits.canvas;
      const known = preparing.get(canvas.stepPx);
      const one = known ?? work.prepareOrder(recipe, readAll, graphPixels, canvas, plate);
      preparing.set(canvas.stepPx, one);
      const prepared = await one;
      for (const { hash } of prepared.images) hashes.add(hash);
      return prepared;
    },
    fits: ({ classes: installed }) => classes.every((name) => installed.has(name)),
    isBatched: workflow?.isBatched ?? true,
    hashes: () => [...hashes],
  };
}

/** @param names On the server by hash; absent ones as they were asked for. */
export function buildOrderGraph(
  { recipe, workflow }: Order,
  prepared: PreparedOrder,
  { profile, family }: Pick<Seat, 'profile' | 'family'>,
  names: ReadonlyMap<string, string>,
  part: BatchPart,
): BuiltGraph {
  const byRole = new Map<ImageRole, string>(
    prepared.images.map((image) => [image.role, names.get(image.hash) ?? wantedName(image.hash)]),
  );
  const { widthPx, heightPx, regionShares } = prepared;
  const uploaded = { widthPx, heightPx, regionShares, names: byRole };
  if (workflow !== null) return fillWorkflow(workflow, recipe, uploaded, part);
  if (family === null) throw new Error('an order without an own graph needs a family');
  return buildGraph(recipe, profile, uploaded, part, family);
}

/** The pictures that a graph loads: those that a server's level leaves out need not travel. */
export function listUsed(prepared: PreparedOrder, { graph }: BuiltGraph): PreparedOrder['images'] {
  const values = new Set(Object.values(graph).flatMap(({ inputs }) => Object.values(inputs)));
  return prepared.images.filter(({ hash }) => values.has(wantedName(hash)));
}

const wantedName = (hash: string) => `rj/${nameOf({ hash })} [temp]`;
