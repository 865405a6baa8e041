import type { FileNode } from '../../../contract/model-report.ts';
import type { App } from '../../core/app.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { hideExactly } from './hide-exactly.ts';
import { listAncestors, listFamily } from './part-family.ts';

/** Shows a node with all below it and hides every other. Groups around it stay, or it would go with them. */
export function isolatePart(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  nodes: readonly FileNode[],
  node: FileNode,
  name: string,
): void {
  const shown = new Set([...listFamily(nodes, node.index), ...listAncestors(nodes, node.index)]);
  const hidden = nodes.filter(({ index }) => !shown.has(index)).map(({ index }) => index);
  hideExactly(app, texts.t.parts.undoIsolate(name), hidden);
}
