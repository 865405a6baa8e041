import {
  CAPTURE_SIZE_PX,
  CREATIVITY_DEFAULT,
  EXPOSURE_DEFAULT,
  FIDELITY_DEFAULT,
  STAGE_BACKGROUND,
  STYLE_STRENGTH_DEFAULT,
} from '../../contract/constants.ts';
import type { Failure } from '../../contract/failure.ts';
import { type ProjectSettings, RenderSettings, type SampleWords } from '../../contract/http/projects.ts';
import type { ProjectId } from '../../contract/ids.ts';

/** A save that the person has asked for. */
export interface Saving {
  /** Rows of the outbox that it waits for. */
  rows: { key: string; kind: string }[];
  /** How far it is, 0 to 1. */
  fraction: number;
}

/** The project being edited. `settings` is the draft; `db.projects` has the copy that survives a reload. */
export interface ProjectState {
  status: 'none' | 'loading' | 'ready' | 'failed';
  /** Why it is `failed`. */
  failure: Failure | null;
  /** Key of the row in `db.projects`. */
  key: string | null;
  /** Null while the project exists on this device only (A17). */
  serverId: ProjectId | null;
  /** What a sample says by itself; null for a project that is none. */
  sample: SampleWords | null;
  settings: ProjectSettings;
  /** Fields that differ from what the server has. */
  dirtyFields: (keyof ProjectSettings)[];
  saving: Saving | null;
  /** True once every edit so far is in the database of this device. */
  isOnDevice: boolean;
  undoLabel: string | null;
  redoLabel: string | null;
}

/** Settings of a fresh project (H1, H5, S3 5). */
export function defaultSettings(name: string): ProjectSettings {
  return {
    name,
    description: '',
    positive_prompt: '',
    negative_prompt: '',
    use_negative_prompt: false,
    creativity: CREATIVITY_DEFAULT,
    fix_seed: false,
    seed: null,
    background_id: null,
    background_color: STAGE_BACKGROUND,
    background_fidelity: FIDELITY_DEFAULT,
    style_id: null,
    style_strength: STYLE_STRENGTH_DEFAULT,
    model_materials: [],
    camera_views: [],
    render_settings: RenderSettings.parse({
      batch_size: 1,
      quality: 'standard',
      width: CAPTURE_SIZE_PX,
      height: CAPTURE_SIZE_PX,
      tone_mapping: 'neutral',
      exposure: EXPOSURE_DEFAULT,
      hidden_nodes: [],
      camera: null,
    }),
    model_hash: null,
    model_name: null,
    model_normalisation: null,
  };
}

export function initialProject(): ProjectState {
  return {
    status: 'none',
    key: null,
    serverId: null,
    sample: null,
    settings: defaultSettings('Vitrine'),
    dirtyFields: [],
    saving: null,
    failure: null,
    isOnDevice: true,
    undoLabel: null,
    redoLabel: null,
  };
}
