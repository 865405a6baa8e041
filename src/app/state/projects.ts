import type { Failure } from '../../contract/failure.ts';
import { defaultSettings } from '../../contract/http/default-settings.ts';
import type { ProjectSettings, SampleWords } from '../../contract/http/projects.ts';
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
  /** What would be undone; empty where its words are of another language, null for nothing. */
  undoLabel: string | null;
  redoLabel: string | null;
}

/** Settings of a fresh project without a model. */
export function freshSettings(name: string): ProjectSettings {
  return { ...defaultSettings(), name, model_hash: null, model_name: null };
}

export function initialProject(): ProjectState {
  return {
    status: 'none',
    key: null,
    serverId: null,
    sample: null,
    settings: freshSettings('Vitrine'),
    dirtyFields: [],
    saving: null,
    failure: null,
    isOnDevice: true,
    undoLabel: null,
    redoLabel: null,
  };
}
