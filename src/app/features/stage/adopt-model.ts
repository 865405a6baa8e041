import { standAs, swapStandings } from '../../../contract/scene/swap-standings.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { SingleEdit } from '../../data/command-log.ts';
import { moveChoice } from '../../model/move-choice.ts';
import { moveFloor } from '../../model/move-floor.ts';
import { rememberCamera } from '../../scene/remember-camera.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { isSamePose } from '../../values/same-pose.ts';
import { makeSettingsEdit } from '../../values/settings-edit.ts';
import { announceStanding } from './announce-standing.ts';
import { hiddenAtFirst } from './hidden-at-first.ts';
import { nameProject } from './name-project.ts';

/**
 * The project shows this model from now on. The same model, again or with files it lacked before, keeps its materials,
 * views, placement and camera; one that the project showed before is as it was left; and what belongs to the one that
 * goes waits for it. A project that nobody has named gets the model's name, and a sample loses the prompt that it came with.
 * All of it is one step to undo.
 *
 * @returns False when the project shows these bytes already.
 */
export function adoptModel(app: App, row: ModelRow, isSameModel: boolean): boolean {
  if (currentSettings(app).model_hash === row.hash) return false;
  keepCamera(app);
  const settings = currentSettings(app);
  const { t, format } = app.texts();
  if (isSameModel && settings.model_hash !== null) {
    const { model_hash: before, render_settings } = settings;
    const material_selection = moveChoice(settings, before, row.report);
    const floor = moveFloor(render_settings.floor, [before], row.hash);
    const patch = {
      model_hash: row.hash,
      render_settings: { ...render_settings, material_selection, floor },
    };
    const edits: SingleEdit[] = [
      makeSettingsEdit(settings, patch),
      { kind: 'model-hash', before, after: row.hash },
    ];
    app.commands.run({
      label: t.stage.undoModel,
      kind: 'model',
      edit: copyPlain({ kind: 'several', edits }),
    });
    return true;
  }
  const { standing, kept, undressed } = swapStandings(settings, row.hash);
  const stood = standAs(settings, standing, {
    model_normalisation: [...row.report.normalisation],
    hidden_nodes: hiddenAtFirst(row.report),
  });
  const helpers = row.report.warnings.filter((warning) => warning.kind === 'stripped-node');
  const { sample } = app.state.project;
  const name = nameProject(settings, row.name, sample?.names);
  const isSamplesPrompt = sample?.prompts.includes(settings.positive_prompt) === true;
  const patch = {
    ...(name === null ? {} : { name }),
    ...(isSamplesPrompt ? { positive_prompt: '' } : {}),
    ...stood,
    model_hash: row.hash,
    model_name: row.name,
    render_settings: { ...stood.render_settings, kept_standings: kept },
  };
  const edit = copyPlain(makeSettingsEdit(currentSettings(app), patch));
  app.commands.run({ label: t.stage.undoModel, kind: 'model', edit });
  if (undressed.length > 0) {
    const names = format.list(undressed.map(({ model_name }) => model_name ?? ''));
    app.toasts.show('warning', t.stage.undressed(names), { area: 'viewer' });
  }
  if (standing !== null) return true;
  if (helpers.length > 0) app.toasts.show('info', t.stage.stripped(helpers.length), { area: 'viewer' });
  announceStanding(app, row);
  return true;
}

/** Where the camera stands now comes back with the model that goes, also when it came to rest this moment. */
function keepCamera(app: App): void {
  const { stage, project } = app.state;
  const { camera: known } = currentSettings(app).render_settings;
  if (stage.camera === null || stage.modelHash !== project.settings.model_hash) return;
  if (known === null || !isSamePose(known, stage.camera)) rememberCamera(app, copyPlain(stage.camera));
}
