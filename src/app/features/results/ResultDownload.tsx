import { Download, Share } from 'lucide-react';
import { useState } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { namePictures, namingFacts } from '../../orders/name-picture.ts';
import { recipeOfPicture } from '../../texts/recipe-of-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { loadPicturePng } from './download-picture.ts';

/** Tells whether files of this kind can be sent at all. */
const SAMPLE = new File([], 'picture.png', { type: 'image/png' });

/**
 * Saves or sends a picture as PNG with its recipe in it: dropped on the app, it brings that recipe back. Nothing for a picture that
 * was given back for credits.
 */
export function ResultDownload({ render, index }: { readonly render: RenderBody; readonly index: number }) {
  const app = useApp();
  const { result } = useLateTexts();
  const [isLoading, setLoading] = useState(false);
  const image = render.output_images[index];
  if (image === undefined || image.returned?.is_taken === true) return null;
  const { device } = app.outside;
  const hand = async (use: (file: Blob, name: string) => void | Promise<void>) => {
    const chosen = [{ render, image }];
    const [name = ''] = namePictures(chosen, namingFacts(app, chosen), null, 'png');
    setLoading(true);
    try {
      const picture = recipeOfPicture(app.texts(), render, image);
      const png = await loadPicturePng(app, image.image, name);
      await use(await app.compute().writeRecipe(png, picture), name);
    } catch (error) {
      app.toasts.show('error', result.downloadFailed, { cause: error });
    } finally {
      setLoading(false);
    }
  };
  const share = (file: Blob, name: string) => device.share(new File([file], name, { type: 'image/png' }));
  return (
    <>
      {device.canShare(SAMPLE) && (
        <IconButton
          isSolid
          label={result.share}
          icon={<Share size={16} aria-hidden="true" />}
          isDisabled={isLoading}
          onPress={() => void hand(share)}
        />
      )}
      <Button icon={<Download size={16} />} isLoading={isLoading} onPress={() => void hand(saveFile)}>
        {result.download}
      </Button>
    </>
  );
}
