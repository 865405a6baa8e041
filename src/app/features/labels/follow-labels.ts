import { subscribe } from 'valtio';
import type { LabelPlace } from '../../../contract/stage.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import { ignoreGone } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { askPlace } from './ask-place.ts';
import { changeLabel } from './edit-labels.ts';
import { followDraft } from './follow-draft.ts';
import { clampLength, unitsPerMetre } from './label-size.ts';
import { placeLabel } from './place-label.ts';

/**
 * Puts the picture that waits where the product is tapped, and makes an edit of every drag of the selected label, which
 * can be dragged while labels are open in the panel. Nothing on the stage changes labels while another model is on its way.
 *
 * @returns Function that stops.
 */
export function followLabels(app: App, viewer: ViewerClient): () => void {
  const { labels, project, stage } = app.state;
  let told: number | null = null;

  const tell = (): void => {
    const { selected, isOpen, waiting } = labels;
    const isThere = selected !== null && selected < project.settings.render_settings.labels.length;
    const isShown = pinModel(app)();
    // It is of a model that leaves.
    if (!isShown && labels.draft !== null) labels.draft = null;
    const tool = isOpen && isThere && isShown && waiting === null ? selected : null;
    if (tool === told) return;
    told = tool;
    viewer.api.setLabelTool(tool).catch(ignoreGone);
  };
  const place = async (xPx: number, yPx: number): Promise<void> => {
    const found = await askPlace(app, viewer, (api) => api.labelPlaceAt(xPx, yPx));
    const { waiting } = labels;
    if (found === 'leaving') return;
    if (waiting !== null && found !== null) placeLabel(app, waiting, found, unitsOf(app));
    else if (waiting !== null) {
      app.toasts.show('info', lateTextsOf(app.state.shell.language).labels.beside, { area: 'viewer' });
    }
  };
  const stops = [
    viewer.onEvent((event) => {
      if (event.kind === 'partPicked' && labels.waiting !== null) {
        place(event.xPx, event.yPx).catch(ignoreGone);
      } else if (event.kind === 'labelMoved') {
        if (pinModel(app)()) moveLabel(app, event.index, event.place);
      } else if (event.kind === 'labelOutlined') labels.outline = event.outline;
      else if (event.kind === 'needsScene') {
        told = null;
        labels.outline = null;
        tell();
      }
    }),
    followDraft(app, viewer),
    subscribe(labels, tell),
    subscribe(project, tell),
    subscribe(stage, () => {
      if (stage.modelHash === null) labels.waiting = null;
      tell();
    }),
  ];
  tell();
  return () => {
    for (const stop of stops) stop();
    labels.waiting = null;
    labels.outline = null;
  };
}

/** As one step to undo. @param mergeKey Moves with the same key in quick succession are one. */
export function moveLabel(
  app: Pick<App, 'state' | 'commands'>,
  index: number,
  place: LabelPlace,
  mergeKey?: string,
): void {
  const label = currentSettings(app).render_settings.labels[index];
  if (label === undefined) return;
  const { position, normal, axis, nodeIndex } = place;
  const radius = place.radius === null ? label.radius : clampLength(place.radius);
  // One that may lie on one part alone goes along to another.
  const target = label.target.kind === 'node' ? { kind: 'node' as const, nodeIndex } : label.target;
  const { labels: words } = lateTextsOf(app.state.shell.language);
  changeLabel(app, words.undoMove(label.name), index, { position, normal, axis, radius, target }, mergeKey);
}

/** Units of the normalised frame in a metre of the model that is shown. */
export function unitsOf(app: Pick<App, 'state' | 'shownModel'>): number {
  const { model_normalisation: own } = currentSettings(app);
  return unitsPerMetre(own ?? app.shownModel.current()?.report.normalisation ?? [1]);
}
