import { GalleryHorizontal } from 'lucide-react';
import { useApp } from './core/use-app.ts';
import { Gallery } from './features/gallery/Gallery.tsx';
import { obtainProject } from './features/projects/project-ref.ts';
import { DrawAgain } from './features/results/DrawAgain.tsx';
import { RunAgain } from './features/results/RunAgain.tsx';
import { StartFrom } from './features/results/StartFrom.tsx';
import { DownloadsButton } from './shell/DownloadsButton.tsx';
import { offerRecipe } from './stories/take-recipe.ts';
import { useLateTexts } from './texts/use-late-texts.ts';
import { Button } from './ui/Button.tsx';

/** The gallery, with what other features can do with a render. */
export function GalleryHost() {
  const app = useApp();
  const { gallery } = useLateTexts();
  return (
    <Gallery
      downloadOf={(renderIds) => <DownloadsButton renderIds={renderIds} />}
      actionsOf={(render) =>
        render.output_images.length > 0 && (
          <>
            <Button
              size="lg"
              isWide
              icon={<GalleryHorizontal size={16} aria-hidden="true" />}
              onPress={() => {
                app.state.shell.modal = { kind: 'result', renderId: render.id };
              }}
            >
              {gallery.openResult}
            </Button>
            <StartFrom render={render} index={0} onStart={(base) => void offerRecipe(app, base)} />
            <RunAgain render={render} />
            <DrawAgain render={render} obtainProject={obtainProject} />
          </>
        )
      }
    />
  );
}
