import type { ContentHash } from '../../../contract/ids.ts';
import {
  ENVIRONMENT_PLACING,
  type Environment,
  type EnvironmentPreset,
} from '../../../contract/scene/environment.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import type { Texts } from '../../texts/use-texts.ts';

type Editing = Pick<App, 'state' | 'commands'>;
type Placing = Pick<Environment, 'rotationDegrees' | 'stops' | 'isSeen' | 'blur'>;
type Sky = Extract<Environment, { kind: 'sky' }>;

/** What a person chooses among. */
export type EnvironmentChoice =
  | { readonly kind: 'picture'; readonly imageHash: ContentHash; readonly name: string }
  | { readonly kind: 'preset'; readonly preset: EnvironmentPreset }
  | { readonly kind: 'sky' };

/** A clear morning: the sun from the left, in front. */
export const SKY: Omit<Sky, keyof Placing> = {
  kind: 'sky',
  elevationDegrees: 38,
  haze: 2.5,
  hasSun: true,
  sunDegrees: 0.53,
};
const SUN_FROM_DEGREES = -125;

/**
 * Lights the product by other surroundings, or by the background again. How bright they are and whether they are seen
 * stays as it was; a sky begins with its sun in front. One step to undo.
 */
export function setEnvironment(
  app: Editing,
  texts: Texts,
  choice: EnvironmentChoice | null,
  placing: Partial<Placing> = {},
): void {
  const { isSeen, blur, stops } = { ...ENVIRONMENT_PLACING, ...placing };
  const kept = { ...ENVIRONMENT_PLACING, isSeen, blur, stops };
  const environment: Environment | null =
    choice === null
      ? null
      : choice.kind === 'sky'
        ? { ...SKY, ...kept, rotationDegrees: SUN_FROM_DEGREES }
        : { ...choice, ...kept };
  write(app, texts.t.environment.undo, environment);
}

/** Calls the surroundings that light the product by another name, if they are these. One step to undo. */
export function nameChosenEnvironment(
  app: Editing,
  texts: Texts,
  imageHash: ContentHash,
  name: string,
): void {
  const { environment } = currentSettings(app).render_settings;
  if (environment?.kind !== 'picture' || environment.imageHash !== imageHash) return;
  write(app, texts.t.environment.undoName, { ...environment, name });
}

/** Changes how the surroundings stand. A drag of a slider is one step to undo. */
export function placeEnvironment(app: Editing, texts: Texts, change: Partial<Placing>): void {
  const { environment } = currentSettings(app).render_settings;
  if (environment == null) return;
  const words = texts.t.environment;
  const [field = 'stops'] = Object.keys(change) as (keyof Placing)[];
  const label = {
    rotationDegrees: words.undoRotation,
    stops: words.undoBrightness,
    isSeen: words.undoSeen,
    blur: words.undoBlur,
  }[field];
  const mergeKey = field === 'isSeen' ? undefined : `environment-${field}`;
  write(app, label, { ...environment, ...change }, mergeKey);
}

/** Changes the sky. A drag of a slider is one step to undo. */
export function setSky(app: Editing, texts: Texts, change: Partial<Omit<Sky, 'kind'>>): void {
  const { environment } = currentSettings(app).render_settings;
  if (environment?.kind !== 'sky') return;
  const mergeKey = 'hasSun' in change ? undefined : `environment-${Object.keys(change).join()}`;
  write(app, texts.t.environment.undoSky, { ...environment, ...change }, mergeKey);
}

function write(app: Editing, label: string, environment: Environment | null, mergeKey?: string): void {
  const { render_settings: settings } = currentSettings(app);
  editSettings(app, label, { render_settings: { ...settings, environment } }, mergeKey);
}
