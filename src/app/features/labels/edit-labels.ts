import type { Label } from '../../../contract/scene/label.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';

type LabelTools = Pick<App, 'state' | 'commands'>;

/** Changes the list of labels as one step to undo. @param undo What the step did, in the person's language. */
export function editLabels(
  app: LabelTools,
  undo: string,
  change: (labels: readonly Label[]) => readonly Label[],
  mergeKey?: string,
): void {
  const { render_settings: look } = currentSettings(app);
  const labels = [...change(look.labels)];
  editSettings(app, undo, { render_settings: { ...look, labels } }, mergeKey);
}

/** Changes one label. */
export function changeLabel(
  app: LabelTools,
  undo: string,
  index: number,
  change: Partial<Label>,
  mergeKey?: string,
): void {
  editLabels(
    app,
    undo,
    (labels) => labels.map((label, at) => (at === index ? { ...label, ...change } : label)),
    mergeKey === undefined ? undefined : `label ${index} ${mergeKey}`,
  );
}
