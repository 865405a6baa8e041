import { snapshot, useSnapshot } from 'valtio';
import { useApp } from './core/use-app.ts';
import { useSettings } from './core/use-settings.ts';
import { ModelQuestion } from './features/edit/ModelQuestion.tsx';
import type { EditBase } from './state/state.ts';
import { takeRecipe } from './stories/take-recipe.ts';
import { copyPlain } from './values/copy-plain.ts';

/** Asks which model shall stand on the stage where `state.edit` waits for that. */
export function EditHost() {
  const app = useApp();
  const { asked } = useSnapshot(app.state.edit);
  const { model_name: mine } = useSettings();
  if (asked === null) return null;
  const answer = (keepsModel: boolean): void => {
    const { asked: base } = snapshot(app.state.edit);
    if (base !== null) void takeRecipe(app, copyPlain(base) as EditBase, keepsModel);
  };
  return (
    <ModelQuestion
      theirs={asked.recipe.scene.modelName}
      mine={mine ?? ''}
      onTake={() => answer(false)}
      onKeep={() => answer(true)}
      onClose={() => {
        app.state.edit.asked = null;
      }}
    />
  );
}
