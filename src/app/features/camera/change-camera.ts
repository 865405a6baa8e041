import { opticsOf } from '../../../contract/camera/camera-optics.ts';
import type { CameraPose } from '../../../contract/render-spec.ts';
import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';
import type { Lens } from '../../data/command-log.ts';
import { holdsCamera } from '../../scene/hold-camera.ts';
import { putLens } from '../../scene/put-camera.ts';
import { copyPlain } from '../../values/copy-plain.ts';

/** What changes of a lens; undefined takes it away. */
export type LensChange = { readonly [Field in keyof Lens]?: Lens[Field] | undefined };

/**
 * Changes what the camera sees through, at once, as a step that can be undone; undoing it leaves the camera where a person
 * has moved it since. Nothing happens while a sketch holds the camera, which is said, nor while another model is on its
 * way, whose camera this is not.
 *
 * @param mergeKey Edits with the same key in quick succession are one step.
 */
export function changeLens(app: App, label: string, change: LensChange, mergeKey?: string): void {
  const { camera } = app.state.stage;
  if (camera === null || !pinModel(app)() || holdsCamera(app)) return;
  const before = lensOf(copyPlain(camera));
  // What a panel gives is wrapped, and a step is kept in this device's database.
  const after = copyPlain(lensOf({ ...before, ...change } as Lens));
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  putLens(app, after, 0);
  const edit = { kind: 'lens', before, after } as const;
  app.commands.add({ label, edit, ...(mergeKey === undefined ? {} : { mergeKey }) });
}

/** Moves the camera as a step that can be undone, where {@link changeLens} would change its lens. */
export function changePlace(app: App, label: string, after: CameraPose, mergeKey?: string): void {
  const { camera } = app.state.stage;
  if (camera === null || !pinModel(app)() || holdsCamera(app)) return;
  const edit = { kind: 'camera', before: copyPlain(camera), after: copyPlain(after) } as const;
  app.commands.run({ label, edit, ...(mergeKey === undefined ? {} : { mergeKey }) });
}

function lensOf(lens: Lens): Lens {
  const { shift } = lens;
  const isCentred = shift?.every((share) => share === 0) === true;
  const isUsual = lens.sensor === 'full-frame';
  return {
    fovDegrees: lens.fovDegrees,
    ...opticsOf({
      ...lens,
      ...(isCentred ? { shift: undefined } : {}),
      ...(isUsual ? { sensor: undefined } : {}),
    }),
  };
}
