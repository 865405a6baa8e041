import type { ModelReport } from '../../../contract/model-report.ts';

/**
 * The nodes that a newly opened model does not show: those the file itself hides (D23) and helpers an editor left, which
 * stay in the file so that it can be undone in the tree (D7), each with all below it. A file without a flag of its own
 * always shows something (D11).
 */
export function hiddenAtFirst(report: Pick<ModelReport, 'nodes' | 'warnings'>): number[] {
  const flagged = report.nodes.filter(({ isHidden }) => isHidden === true).map(({ index }) => index);
  const helpers = report.warnings.flatMap((warning) =>
    warning.kind === 'stripped-node' ? [warning.nodeIndex] : [],
  );
  const hidden = new Set([...flagged, ...helpers]);
  for (let size = -1; size !== hidden.size; ) {
    size = hidden.size;
    for (const node of report.nodes)
      if (node.parent !== null && hidden.has(node.parent)) hidden.add(node.index);
  }
  const showsSomething = report.nodes.some(({ index, hasMesh }) => hasMesh && !hidden.has(index));
  return flagged.length > 0 || showsSomething ? [...hidden] : [];
}
