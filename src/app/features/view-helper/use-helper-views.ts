import { type DynamicView, describeHelperViews } from '../../../contract/camera/helper-views.ts';
import type { Orientation } from '../../../contract/scene/orientation.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { orientModel } from '../../model/orient-model.ts';

/** The seven views for what stands on the stage, and which way it extends; null for an empty stage. */
export function useHelperViews(): {
  readonly views: readonly DynamicView[];
  readonly type: Orientation['type'] | null;
} {
  const model = useModel();
  const settings = useSettings();
  if (model === null) return { views: describeHelperViews(null), type: null };
  const { bounds, orientation } = orientModel(model.report, settings);
  return { views: describeHelperViews(bounds, orientation.type), type: orientation.type };
}
