import { Download as DownloadIcon } from 'lucide-react';
import { useState } from 'react';
import { type FailureCode, isFailure } from '../../../contract/failure.ts';
import {
  CHANNEL_PRESETS,
  type ChannelName,
  needsSilhouette,
  type PictureFormat,
  type PictureWish,
} from '../../../contract/files/channel-presets.ts';
import {
  type PictureSpace,
  PRINT_DPI,
  type PrintDpi,
  printMm,
} from '../../../contract/files/picture-colour.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import type { ChosenPicture } from '../../orders/name-picture.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { describeSale } from '../../texts/describe-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Downloads.module.css';
import { downloadPictures } from './download-pictures.ts';
import { judgeCutOut } from './judge-cut-out.ts';
import { LayerFiles } from './LayerFiles.tsx';
import { keyOfPicture, PictureChoice } from './PictureChoice.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import { Running } from './Running.tsx';
import { useDownload } from './use-download.ts';

const AS_MADE = 'as-made';
const CHANNELS = Object.keys(CHANNEL_PRESETS) as ChannelName[];
const FORMATS: readonly { readonly value: PictureFormat; readonly label: string }[] = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
];
const SPACES: readonly { readonly value: PictureSpace; readonly label: string }[] = [
  { value: 'srgb', label: 'sRGB' },
  { value: 'display-p3', label: 'Display P3' },
];
/** What a person can do something about; everything else is a picture that could not be had (S3 8). */
const TELLING: readonly FailureCode[] = ['silhouette-missing', 'device-storage-full', 'worker-crashed'];

/**
 * Which pictures, for what channel and in which format; what the first becomes is shown.
 *
 * @param main Of a set its own are meant before the others. While it cannot be read it is the first that can, until the person
 *   chooses.
 */
export function PictureDownload({
  pictures,
  main,
  onDone,
}: {
  readonly pictures: readonly ChosenPicture[];
  readonly main: RenderId | undefined;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { format: say } = texts;
  const { downloads, result } = useLateTexts();
  /** What was meant when the person chose for the first time. */
  const [kept, setKept] = useState<RenderId | undefined>(undefined);
  const [choice, setChoice] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [channel, setChannel] = useState<ChannelName | null>(null);
  const [format, setFormat] = useState<PictureFormat>('png');
  const [isCutOut, setCutOut] = useState(false);
  const [space, setSpace] = useState<PictureSpace>('srgb');
  const [dpi, setDpi] = useState<PrintDpi>(null);
  const isThere = pictures.some(({ render }) => render.id === main);
  const meant = kept ?? (isThere ? main : pictures[0]?.render.id);
  const chosen = pictures.filter(
    (picture) => choice.get(keyOfPicture(picture)) ?? picture.render.id === meant,
  );
  const [shown] = chosen;
  const isWhite = channel !== null && CHANNEL_PRESETS[channel].ground === 'white';
  const canBeClear = format !== 'jpeg' && !isWhite;
  const wish: PictureWish = {
    channel,
    format,
    isTransparent: isCutOut && canBeClear,
    space,
    dpi: format === 'webp' ? null : dpi,
  };
  const { widthPx, heightPx } = channel === null ? sizeOf(shown) : CHANNEL_PRESETS[channel];
  const mm = (lengthPx: number, at: number) => say.number(printMm(lengthPx, at));
  const verdict = chosen.map(judgeCutOut).find((one) => one !== 'possible');
  const refusal = needsSilhouette(wish) && verdict !== undefined ? downloads.cutOut[verdict] : null;

  // What goes to a shop is sold.
  const unsold =
    channel === null
      ? []
      : new Set(chosen.flatMap(({ render, image }) => describeSale(texts, render, image) ?? []));

  const download = useDownload((error) => {
    const isTelling = TELLING.some((code) => isFailure(error, code));
    app.toasts.show('error', isTelling ? describeError(app.texts(), error) : result.downloadFailed, {
      cause: error,
    });
  });
  const start = () =>
    download.run(async (onProgress, signal) => {
      const made = await downloadPictures(app, chosen, wish, onProgress, signal);
      if (made === null) return;
      app.toasts.show('success', downloads.done(made.name));
      // Of one the window has said it before.
      if (chosen.length > 1 && made.enlarged.length > 0) {
        app.toasts.show('warning', downloads.enlargedMany(say.list(made.enlarged)));
      }
      onDone();
    });

  return (
    <>
      <section className={styles.pictures} aria-label={downloads.pictures(chosen.length)}>
        <PicturePreview picture={shown} wish={wish} isRefused={refusal !== null} />
        <div className={styles.choices}>
          {pictures.length > 1 && (
            <PictureChoice
              pictures={pictures}
              chosen={chosen}
              onChange={(changed, isMeant) => {
                setKept(meant);
                setChoice(
                  new Map([...choice, ...changed.map((one) => [keyOfPicture(one), isMeant] as const)]),
                );
              }}
            />
          )}
          <Select
            label={downloads.channel}
            value={channel ?? AS_MADE}
            options={[
              { id: AS_MADE, label: downloads.asMade },
              ...CHANNELS.map((id) => {
                const { widthPx, heightPx } = CHANNEL_PRESETS[id];
                return { id, label: `${downloads.channels[id]}, ${say.size(widthPx, heightPx)}` };
              }),
            ]}
            onChange={(id) => setChannel(CHANNELS.find((name) => name === id) ?? null)}
          />
          {[...unsold].map((sentence) => (
            <p key={sentence} className={styles.refusal} role="alert">
              {sentence}
            </p>
          ))}
          <Segments
            label={downloads.format}
            options={FORMATS}
            value={format}
            onChange={setFormat}
            isWide
            isDisabled={download.fraction !== null}
          />
          <div>
            <Select
              label={downloads.print}
              value={String(wish.dpi)}
              isDisabled={format === 'webp'}
              options={PRINT_DPI.map((one) => ({
                id: String(one),
                label:
                  one === null
                    ? downloads.noPrint
                    : downloads.printSize(say.number(one), mm(widthPx, one), mm(heightPx, one)),
              }))}
              onChange={(id) => setDpi(PRINT_DPI.find((one) => String(one) === id) ?? null)}
            />
            {format === 'webp' && <p className={styles.help}>{downloads.webpHasNoPrint}</p>}
          </div>
          <Segments label={downloads.colour} options={SPACES} value={space} onChange={setSpace} isWide />
          {space === 'display-p3' && <p className={styles.help}>{downloads.p3[judgeWide(chosen)]}</p>}
          <div>
            <Switch
              label={downloads.cutOutLabel}
              isSelected={wish.isTransparent}
              isDisabled={!canBeClear}
              onChange={setCutOut}
            />
            {isWhite && <p className={styles.help}>{downloads.alwaysWhite}</p>}
            {!isWhite && format === 'jpeg' && <p className={styles.help}>{downloads.jpegIsOpaque}</p>}
          </div>
          {refusal !== null && (
            <p className={styles.refusal} role="alert">
              {refusal}
            </p>
          )}
          {download.fraction === null ? (
            <Button
              variant="primary"
              size="lg"
              isWide
              icon={<DownloadIcon size={16} />}
              isDisabled={chosen.length === 0 || refusal !== null}
              onPress={() => void start()}
            >
              {downloads.pictures(chosen.length)}
            </Button>
          ) : (
            <Running label={downloads.making} download={download} />
          )}
        </div>
      </section>
      {shown !== undefined && shown.image.layers.length > 0 && (
        <LayerFiles picture={shown} dpi={wish.dpi ?? null} isOfSeveral={chosen.length > 1} />
      )}
    </>
  );
}

/** How many of them have a file in Display P3 of their own. */
function judgeWide(pictures: readonly ChosenPicture[]): 'all' | 'some' | 'none' {
  const count = pictures.filter(({ image }) => image.wide !== null).length;
  return count === 0 ? 'none' : count === pictures.length ? 'all' : 'some';
}

function sizeOf(picture: ChosenPicture | undefined): { widthPx: number; heightPx: number } {
  return { widthPx: picture?.image.width ?? 1, heightPx: picture?.image.height ?? 1 };
}
