import { Download } from 'lucide-react';
import { useState } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { namePictures, namingFacts } from '../../orders/name-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { loadPicturePng } from './download-picture.ts';

/** Saves a picture as PNG with its recipe in it: dropped on the app, it brings that recipe back. */
export function ResultDownload({ render, index }: { readonly render: RenderBody; readonly index: number }) {
  const app = useApp();
  const { result } = useLateTexts();
  const [isLoading, setLoading] = useState(false);
  const image = render.output_images[index];
  if (image === undefined) return null;
  const download = async () => {
    const chosen = [{ render, image }];
    const [name = ''] = namePictures(chosen, namingFacts(app, chosen), null, 'png');
    setLoading(true);
    try {
      const { recipe } = render;
      const picture = { version: 1, recipe, imageIndex: image.batch_index } as const;
      const png = await loadPicturePng(app, image.image, name);
      saveFile(await app.compute().writeRecipe(png, picture), name);
    } catch (error) {
      app.toasts.show('error', result.downloadFailed, { cause: error });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button icon={<Download size={16} />} isLoading={isLoading} onPress={() => void download()}>
      {result.download}
    </Button>
  );
}
