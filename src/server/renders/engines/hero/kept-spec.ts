import type { RenderSpec } from '../../../../contract/render-spec.ts';

/**
 * A recipe as its product is traced by itself: one picture in the light of the first of the batch, so that all of them show
 * the same product, on a plain floor that throws back and keeps light as its cyclorama does, which would be traced as part of it; as
 * sharp all over as what an AI is given, and paints around it.
 */
export function keptSpec(
  recipe: RenderSpec,
  size: { readonly widthPx: number; readonly heightPx: number },
): RenderSpec {
  const { outputPx, workflow, keepsLayers, keepsProduct, paintsProduct, ...rest } = recipe;
  const { depthOfField, ...camera } = rest.camera;
  const plain = { ...rest, camera };
  const { scene } = recipe;
  if (scene.floor?.cyclorama === undefined) return { ...plain, ...size, batchSize: 1 };
  const { cyclorama, ...waiting } = scene.floor;
  const floor = { ...waiting, gloss: 0, colour: cyclorama.colour, isShadowOnly: false };
  return { ...plain, scene: { ...scene, floor, shadowIntensity: 1 }, ...size, batchSize: 1 };
}

/**
 * Size of a plate: of the order's ratio, with about as many pixels as a graph works on. Where the graph has that ratio it is the
 * graph's own, so that nothing is stretched. An order that is smaller has a plate as small, which is enlarged for the graph: the
 * product is shown to nobody in a finer way than it will be seen.
 *
 * @param graph Size that a graph works at.
 */
export function plateSize(
  { widthPx, heightPx }: Pick<RenderSpec, 'widthPx' | 'heightPx'>,
  graph: { readonly widthPx: number; readonly heightPx: number },
): { readonly widthPx: number; readonly heightPx: number } {
  if (graph.widthPx * graph.heightPx > widthPx * heightPx) return { widthPx, heightPx };
  if (graph.widthPx * heightPx === graph.heightPx * widthPx) return graph;
  const scale = Math.sqrt((graph.widthPx * graph.heightPx) / (widthPx * heightPx));
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  return { widthPx: side(widthPx), heightPx: side(heightPx) };
}
