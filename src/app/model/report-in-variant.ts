import type { ModelReport } from '../../contract/model-report.ts';

/**
 * What there is to know of a model while one of its colourways is chosen: other materials on some of its nodes.
 *
 * @param name Null, and one that the model does not have, leave the report as it is.
 */
export function reportInVariant(report: ModelReport, name: string | null): ModelReport {
  const variant = name === null ? undefined : report.variants?.find((other) => other.name === name);
  if (variant === undefined) return report;
  const materialsOf = new Map(variant.nodes.map(({ index, materials }) => [index, materials]));
  return {
    ...report,
    materials: variant.materials,
    nodes: report.nodes.map((node) => ({
      ...node,
      materials: materialsOf.get(node.index) ?? node.materials,
    })),
  };
}
