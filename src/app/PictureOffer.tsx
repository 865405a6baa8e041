import { Image, Paintbrush, Palette, Sticker } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { AssetType } from '../contract/http/libraries.ts';
import { useApp } from './core/use-app.ts';
import { chooseBackground } from './features/background/choose-background.ts';
import { takeDroppedLabel } from './features/labels/take-dropped-label.ts';
import { useUpload } from './features/libraries/use-upload.ts';
import { setOwnTexture } from './features/materials/set-own-texture.ts';
import { chooseStyle } from './features/style/choose-style.ts';
import { nameMaterial } from './model/name-material.ts';
import styles from './PictureOffer.module.css';
import { SetOffer } from './SetOffer.tsx';
import type { DroppedPicture } from './stories/meet-picture.ts';
import { useLateTexts } from './texts/use-late-texts.ts';
import { useTexts } from './texts/use-texts.ts';
import { Button } from './ui/Button.tsx';
import { Modal } from './ui/Modal.tsx';
import { Tile } from './ui/Tile.tsx';
import { useObjectUrl } from './ui/use-object-url.ts';

/** Asks what was dropped on the stage is for: a picture, or the maps of a material. */
export function PictureOffer({
  picture,
  onClose,
}: {
  readonly picture: DroppedPicture;
  readonly onClose: () => void;
}) {
  const { set, row } = picture;
  if (set !== null) return <SetOffer set={set} row={row} onClose={onClose} />;
  return <SingleOffer picture={picture} onClose={onClose} />;
}

/** Asks what a picture is for that was dropped on the stage. Closing it leaves all as it is. */
function SingleOffer({
  picture: { file, row, place },
  onClose,
}: {
  readonly picture: DroppedPicture;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { format } = texts;
  const { libraries } = useLateTexts();
  const { droppedPicture: words, labels } = useLateTexts();
  const isPage = file.type === 'application/pdf';
  // A drawing has no place in the libraries.
  const isDrawing = isPage || file.type === 'image/svg+xml';
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const uploads = { background: useUpload('background'), style: useUpload('style') };
  const address = useObjectUrl(isPage ? null : file);
  const running = Object.values(uploads).find(({ fraction }) => fraction !== null);
  const close = (): void => {
    running?.cancel();
    onClose();
  };
  const use = async (assetType: Exclude<AssetType, 'material'>): Promise<void> => {
    const item = await uploads[assetType].send(file, null);
    if (item === null) return;
    if (assetType === 'background') chooseBackground(app, texts, item);
    else chooseStyle(app, texts, item);
    onClose();
  };
  const lay = (): void => {
    if (row === null) return;
    void setOwnTexture(app, texts, row, file);
    onClose();
  };
  const label = (): void => {
    void takeDroppedLabel(app, texts, file, place);
    onClose();
  };
  const sending = libraries.uploading(format.percent(running?.fraction ?? 0));
  return (
    <Modal isOpen onClose={close} title={words.title} size="sm">
      <div className={styles.body}>
        <div className={styles.file}>
          <Tile address={address} className={styles.picture} />
          <span className={styles.name}>{file.name}</span>
        </div>
        {!isDrawing && (
          <>
            <Button
              isWide
              size="lg"
              variant="primary"
              autoFocus
              icon={<Image size={16} aria-hidden="true" />}
              isDisabled={isOffline || running === uploads.style}
              isLoading={uploads.background.fraction !== null}
              loadingLabel={sending}
              onPress={() => void use('background')}
            >
              {words.background}
            </Button>
            <Button
              isWide
              size="lg"
              icon={<Palette size={16} aria-hidden="true" />}
              isDisabled={isOffline || running === uploads.background}
              isLoading={uploads.style.fraction !== null}
              loadingLabel={sending}
              onPress={() => void use('style')}
            >
              {words.style}
            </Button>
          </>
        )}
        <Button
          isWide
          size="lg"
          autoFocus={isDrawing}
          icon={<Sticker size={16} aria-hidden="true" />}
          isDisabled={running !== undefined}
          onPress={label}
        >
          {labels.dropped}
        </Button>
        {row !== null && !isDrawing && (
          <Button
            isWide
            size="lg"
            icon={<Paintbrush size={16} aria-hidden="true" />}
            isDisabled={running !== undefined}
            onPress={lay}
          >
            {words.texture(nameMaterial(row, texts))}
          </Button>
        )}
        {!isDrawing && <p className={styles.hint}>{isOffline ? words.offline : words.hint}</p>}
      </div>
    </Modal>
  );
}
