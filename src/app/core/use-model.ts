import { startTransition, useEffect, useState } from 'react';
import type { ContentHash } from '../../contract/ids.ts';
import type { ModelRow } from '../values/model-table.ts';
import { currentSettings } from './edit-settings.ts';
import type { DressedModel } from './shown-model.ts';
import { useApp } from './use-app.ts';
import { useSettings } from './use-settings.ts';

/**
 * The model on the stage with its report in the chosen colourway and its materials as they are dressed; null for an empty
 * stage or while it is read.
 */
export function useDressedModel(): DressedModel | null {
  const app = useApp();
  const { shownModel } = app;
  const [row, setRow] = useState(shownModel.current);
  // Lists of thousands of rows are drawn in slices.
  useEffect(() => {
    const follow = (): void => startTransition(() => setRow(shownModel.current()));
    follow();
    return shownModel.subscribe(follow);
  }, [shownModel]);
  const { model_hash, model_materials, render_settings } = useSettings();
  // Followed above; taken here as they are, because every component has wrappers of its own around what it follows.
  void [model_hash, model_materials, render_settings.variant];
  return row === null ? null : shownModel.dressed(row, currentSettings(app));
}

/**
 * A model on its way to the stage, as this device knows it from before: what is listed of it has its final shape then,
 * and nothing under a hand moves when it is there. Null without one, and for one that the device does not have.
 */
export function useComingModel(hash: ContentHash | null): DressedModel | null {
  const app = useApp();
  const [row, setRow] = useState<ModelRow | null>(null);
  useEffect(() => {
    if (hash === null) return;
    let isOver = false;
    const show = (found: ModelRow | null): void => {
      if (!isOver) startTransition(() => setRow(found));
    };
    // What cannot be read is said by the stage, which reads the same.
    app.shownModel.read(hash).then(show, () => {});
    return () => {
      isOver = true;
    };
  }, [app, hash]);
  useSettings();
  return row === null || row.hash !== hash ? null : app.shownModel.dressed(row, currentSettings(app));
}

/** The model on the stage with its report in the chosen colourway; null for an empty stage or while it is read. */
export function useModel(): ModelRow | null {
  return useDressedModel()?.model ?? null;
}
