import { snapshot } from 'valtio';
import type { ProjectSettings } from '../contract/http/projects.ts';
import type { App } from './app.ts';
import { copyPlain } from './copy-plain.ts';
import { listDifferences, pickFields } from './same-value.ts';

/**
 * Changes settings of the project as one step that can be undone. The change is in this device's database a moment
 * later (`features/projects/keep-working-copy.ts`).
 *
 * @param label What the step did, in the person's language.
 * @param patch The fields that change, whole: an array is replaced, not merged. Of `render_settings` only what differs
 *   counts, so that undoing the light leaves the camera, which moves without steps, where it is.
 * @param mergeKey Edits with the same key in quick succession are one step; for sliders and typing.
 */
export function editSettings(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  patch: Partial<ProjectSettings>,
  mergeKey?: string,
): void {
  const after = copyPlain(patch);
  const fields = Object.keys(after) as (keyof ProjectSettings)[];
  const before = copyPlain(pickFields(currentSettings(app), fields));
  const set = (to: Partial<ProjectSettings>, from: Partial<ProjectSettings>): void =>
    assignSettings(app, { ...to, ...mergeLook(app, to.render_settings, from.render_settings) });
  app.commands.run({
    label,
    do: () => set(after, before),
    undo: () => set(before, after),
    ...(mergeKey === undefined ? {} : { mergeKey }),
  });
}

type Look = ProjectSettings['render_settings'];

/** The present `render_settings` with what differs between two others as the first has it. */
function mergeLook(
  app: Pick<App, 'state'>,
  to: Look | undefined,
  from: Look | undefined,
): Pick<ProjectSettings, 'render_settings'> | Record<string, never> {
  if (to === undefined || from === undefined) return {};
  const different = listDifferences(to, from);
  return { render_settings: { ...currentSettings(app).render_settings, ...pickFields(to, different) } };
}

/** A plain, frozen copy of the settings as they stand. */
export function currentSettings(app: Pick<App, 'state'>): ProjectSettings {
  return snapshot(app.state.project.settings) as ProjectSettings;
}

/** Sets fields without a step to undo: loading, and merging what another device did. */
export function assignSettings(app: Pick<App, 'state'>, patch: Partial<ProjectSettings>): void {
  Object.assign(app.state.project.settings, copyPlain(patch));
}
