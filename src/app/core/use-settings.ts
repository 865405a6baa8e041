import { useSnapshot } from 'valtio';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import { useApp } from './use-app.ts';

/** The project's settings as they stand; the component follows every field it reads. Frozen: edit with `editSettings`. */
export function useSettings(): ProjectSettings {
  return useSnapshot(useApp().state.project.settings) as ProjectSettings;
}
