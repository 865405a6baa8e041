import { Download } from 'lucide-react';
import { useState } from 'react';
import type { PrintDpi } from '../../../contract/files/picture-colour.ts';
import { LAYER_FILES } from '../../../contract/files/picture-layers.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { type ChosenPicture, namePictures, namingFacts } from '../../orders/name-picture.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './LayerFiles.module.css';

type Layer = ChosenPicture['image']['layers'][number];

/** The files for compositing that a picture was made with, each with its size. */
export function LayerFiles({
  picture,
  dpi,
  isOfSeveral,
}: {
  readonly picture: ChosenPicture;
  /** Written into those that are PNGs, beside their colour profile. */
  readonly dpi: PrintDpi;
  /** Others are chosen beside it: it is said which one is meant. */
  readonly isOfSeveral: boolean;
}) {
  const app = useApp();
  const { format } = useTexts();
  const { downloads } = useLateTexts();
  const { layers: texts } = downloads;
  const [loading, setLoading] = useState<ReadonlySet<Layer['kind']>>(new Set());
  const download = async ({ kind, url }: Layer) => {
    const [picturesName = ''] = namePictures([picture], namingFacts(app, [picture]), null, 'png');
    const name = picturesName.replace(/\.png$/, LAYER_FILES[kind].suffix);
    setLoading((before) => new Set([...before, kind]));
    try {
      const file = await app.server.file(url);
      const isPng = LAYER_FILES[kind].contentType === 'image/png';
      saveFile(isPng ? await app.compute().tagPicture(file, 'png', { space: 'srgb', dpi }) : file, name);
      app.toasts.show('success', downloads.done(name));
    } catch (error) {
      app.toasts.show('error', describeError(app.texts(), error), { cause: error });
    } finally {
      setLoading((before) => new Set([...before].filter((one) => one !== kind)));
    }
  };
  return (
    <section className={styles.layers} aria-label={texts.title}>
      <div>
        <h3 className={styles.title}>{texts.title}</h3>
        {isOfSeveral && <p className={styles.help}>{texts.ofFirst}</p>}
      </div>
      <ul className={styles.list}>
        {picture.image.layers.map((layer) => (
          <li key={layer.kind} className={styles.file}>
            <div className={styles.words}>
              <span className={styles.name}>{texts.names[layer.kind]}</span>
              <span className={styles.help}>{texts.help[layer.kind]}</span>
            </div>
            <Button
              aria-label={`${texts.download(texts.names[layer.kind])}, ${format.bytes(layer.sizeBytes)}`}
              icon={<Download size={16} />}
              isLoading={loading.has(layer.kind)}
              onPress={() => void download(layer)}
            >
              {format.bytes(layer.sizeBytes)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
