import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { readFiles } from '../../../orders/read-files.ts';
import type { PlateParts } from '../../hero/plate-parts.ts';
import { buildGraph } from '../graph/build-graph.ts';
import { listClasses } from '../graph/describe-graph.ts';
import { fillWorkflow } from '../graph/fill-workflow.ts';
import type { Workflow } from '../graph/parse-workflow.ts';
import type { BatchPart, BuiltGraph, ImageRole, PreparedOrder, ServerProfile } from '../graph/parts.ts';
import type { Dispatch } from './dispatch.ts';
import { listPreparedFiles } from './list-pictures.ts';
import { nameOf } from './send-images.ts';

/** One order, as all of its jobs see it. */
export interface Order {
  readonly recipe: RenderSpec;
  /** Operator's own graph; null: one is built. */
  readonly workflow: Workflow | null;
  /** Its pictures, prepared once, when the first server has a place for it. */
  prepared(): Promise<PreparedOrder>;
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
  const prepare = () => work.prepareOrder(recipe, readAll, graphPixels, plate);
  let preparing: Promise<PreparedOrder> | null = null;
  let hashes: readonly string[] = [];
  const classes = workflow === null ? [] : listClasses(workflow.graph);
  return {
    recipe,
    workflow,
    async prepared() {
      preparing ??= prepare();
      const prepared = await preparing;
      hashes = prepared.images.map(({ hash }) => hash);
      return prepared;
    },
    fits: ({ classes: installed }) => classes.every((name) => installed.has(name)),
    isBatched: workflow?.isBatched ?? true,
    hashes: () => hashes,
  };
}

/** @param names On the server by hash; absent ones as they were asked for. */
export function buildOrderGraph(
  { recipe, workflow }: Order,
  prepared: PreparedOrder,
  profile: ServerProfile,
  names: ReadonlyMap<string, string>,
  part: BatchPart,
): BuiltGraph {
  const byRole = new Map<ImageRole, string>(
    prepared.images.map((image) => [image.role, names.get(image.hash) ?? wantedName(image.hash)]),
  );
  const uploaded = { widthPx: prepared.widthPx, heightPx: prepared.heightPx, names: byRole };
  if (workflow !== null) return fillWorkflow(workflow, recipe, uploaded, part);
  return buildGraph(recipe, profile, uploaded, part);
}

/** The pictures that a graph loads: those that a server's level leaves out need not travel. */
export function listUsed(prepared: PreparedOrder, { graph }: BuiltGraph): PreparedOrder['images'] {
  const values = new Set(Object.values(graph).flatMap(({ inputs }) => Object.values(inputs)));
  return prepared.images.filter(({ hash }) => values.has(wantedName(hash)));
}

const wantedName = (hash: string) => `rj/${nameOf({ hash })} [temp]`;
