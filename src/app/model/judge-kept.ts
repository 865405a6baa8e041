import type { NotKeptReason } from '../../contract/failure-reasons.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import { type ModelReport, TOO_MANY_TRIANGLES } from '../../contract/model-report.ts';
import { hasGlass } from '../../contract/scene/find-glass.ts';
import { withBelow } from '../../tracer/gltf/gltf-content.ts';
import { makeDressings } from './dressings.ts';
import type { EnginePlan } from './plan-engine.ts';

/**
 * Why the product of the next order may not be kept apart, so that an AI engine paints it as well: it has glass, or is too large to
 * be traced. Null where nothing speaks against it, and where no product is to be kept. The server says it again before an order
 * costs anything, and alone where the report is of a time when nobody looked for glass.
 *
 * @param report In the project's colourway.
 */
export function judgeKept(
  report: Pick<ModelReport, 'bounds' | 'materials' | 'nodes' | 'warnings'> | null,
  { model_materials, render_settings }: Pick<ProjectSettings, 'model_materials' | 'render_settings'>,
  plan: Pick<EnginePlan, 'engine' | 'isMissing' | 'keepsProduct'>,
): NotKeptReason | null {
  if (report === null || plan.engine !== 'comfyui' || plan.isMissing || plan.keepsProduct === null)
    return null;
  const isTooLarge = report.warnings.some(
    (one) => one.kind === 'not-traceable' && one.feature === TOO_MANY_TRIANGLES,
  );
  if (isTooLarge) return 'model';
  const glass = new Set(report.materials.flatMap(({ index, isGlass }) => (isGlass === true ? [index] : [])));
  if (glass.size === 0) return null;
  const parts = report.nodes.flatMap(({ index, materials }) =>
    materials.flatMap((material) => (glass.has(material) ? [[index, material] as const] : [])),
  );
  // What a library says of a material makes none of them glass.
  const dressings = makeDressings(report, model_materials, new Map());
  const hiddenNodes = [...withBelow(report.nodes, render_settings.hidden_nodes)];
  return hasGlass(parts, { hiddenNodes, dressings }) ? 'glass' : null;
}
