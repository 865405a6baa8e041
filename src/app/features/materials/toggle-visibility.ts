import type { FileNode } from '../../../contract/compute-api.ts';
import type { App } from '../../app.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { cleanName } from '../../list-materials.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Hides a shown node and shows a hidden one, with all that hangs below it. One step to undo. */
export function toggleVisibility(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  nodes: readonly FileNode[],
  node: FileNode,
): void {
  const settings = currentSettings(app).render_settings;
  const hidden = new Set(settings.hidden_nodes);
  const family = listFamily(nodes, node.index);
  if (hidden.has(node.index)) for (const index of family) hidden.delete(index);
  else for (const index of family) hidden.add(index);
  const label = texts.t.objects.undoVisibility(
    cleanName(node.name) || texts.t.objects.unnamed(node.index + 1),
  );
  editSettings(app, label, {
    render_settings: { ...settings, hidden_nodes: [...hidden].sort((a, b) => a - b) },
  });
}

/** A node and everything below it. */
function listFamily(nodes: readonly FileNode[], root: number): number[] {
  const children = new Map<number, number[]>();
  for (const { index, parent } of nodes) {
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [index]);
    else siblings.push(index);
  }
  const family = [root];
  for (let at = 0; at < family.length; at += 1) family.push(...(children.get(family[at]!) ?? []));
  return family;
}
