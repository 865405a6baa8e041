import type { FileNode } from '../../../contract/model-report.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { hideExactly } from './hide-exactly.ts';
import { listAncestors, listFamily } from './part-family.ts';

/**
 * Hides a shown node and shows a hidden one, with all that hangs below it; a group above it that is hidden would keep it
 * out of sight, so that is shown with it. One step to undo.
 *
 * @param name What the page calls the node.
 */
export function toggleVisibility(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  nodes: readonly FileNode[],
  node: FileNode,
  name: string,
): void {
  const hidden = new Set(currentSettings(app).render_settings.hidden_nodes);
  const family = listFamily(nodes, node.index);
  if (hidden.has(node.index)) {
    for (const index of [...family, ...listAncestors(nodes, node.index)]) hidden.delete(index);
  } else for (const index of family) hidden.add(index);
  hideExactly(app, texts.t.objects.undoVisibility(name), hidden);
}
