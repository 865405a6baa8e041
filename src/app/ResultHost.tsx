import type { RenderId } from '../contract/ids.ts';
import { useApp } from './core/use-app.ts';
import { obtainProject } from './features/projects/project-ref.ts';
import { ResultModal } from './features/results/ResultModal.tsx';
import { DownloadsButton } from './shell/DownloadsButton.tsx';
import { offerRecipe } from './stories/take-recipe.ts';

/** A finished render, with what other features can do with it. */
export function ResultHost({
  renderId,
  onClose,
}: {
  readonly renderId: RenderId;
  readonly onClose: () => void;
}) {
  const app = useApp();
  return (
    <ResultModal
      renderId={renderId}
      onOpen={(id) => {
        app.state.shell.modal = { kind: 'result', renderId: id };
      }}
      onStart={(base) => void offerRecipe(app, base)}
      downloadOf={(renderIds) => <DownloadsButton renderIds={renderIds} />}
      obtainProject={obtainProject}
      onClose={onClose}
    />
  );
}
