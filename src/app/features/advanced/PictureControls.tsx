import {
  isLargePicture,
  type PictureRatio,
  pictureSize,
  ratioOf,
} from '../../../contract/camera/picture-frame.ts';
import { PICTURE_EDGES_PX, PICTURE_RATIOS } from '../../../contract/constants.ts';
import type { AiOffer } from '../../../contract/http/engines.ts';
import type { RenderPace } from '../../../contract/http/renders.ts';
import { pricePictures, sizeFactor } from '../../../contract/price-pictures.ts';
import type { RenderQuality } from '../../../contract/render-spec.ts';
import { useRenderCost } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useSettings } from '../../core/use-settings.ts';
import { enlargedTo } from '../../model/plan-engine.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './AdvancedSection.module.css';
import { setQuality, setRatio, setSize } from './set-picture.ts';

const RATIOS = Object.keys(PICTURE_RATIOS) as PictureRatio[];
const QUALITIES: readonly RenderQuality[] = ['draft', 'standard', 'high'];

/** Ratio, size and quality of the pictures to come, and what each means, costs and takes. */
export function PictureControls({
  ai,
  paces,
}: {
  /** What an AI engine offers, null while none would draw the order. */
  readonly ai: AiOffer | null;
  readonly paces: readonly RenderPace[];
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { picture } = useLateTexts();
  const look = useSettings().render_settings;
  const { quality, width, height } = look;
  const cost = useRenderCost();
  const hasCredits = useHasCredits();
  const ratio = ratioOf(width, height);
  const longest = Math.max(width, height);
  const edges = [...new Set([...PICTURE_EDGES_PX, longest])].sort((a, b) => a - b);
  const sizeOf = (edge: number) =>
    edge === longest ? { width, height } : pictureSize(ratio ?? [width, height], edge);
  const size = { widthPx: width, heightPx: height };
  const outputPx = ai === null ? null : enlargedTo(look, ai);
  const priced = outputPx === null ? size : { ...size, outputPx };
  const price = format.number(pricePictures({ ...priced, batchSize: 1, quality }, cost));
  const seconds = paces.find(
    (pace) => pace.quality === quality && pace.width === width && pace.height === height,
  )?.seconds;
  const help = [picture.qualityHelp[quality]];
  const prices = sizeFactor(priced) === 1 ? picture.qualityPrice : picture.qualityPriceOfSize;
  if (hasCredits) help.push(prices[quality](price));
  if (seconds !== undefined) help.push(picture.qualityTime(format.roughRange(seconds.low, seconds.high)));
  const large = hasCredits ? picture.sizeLarge(format.number(sizeFactor(size))) : picture.sizeLargeFree;
  const sizeHelp = isLargePicture(width, height) ? large : picture.sizeHelp;
  return (
    <>
      <div className={styles.group}>
        <span className={styles.label}>{picture.ratio}</span>
        <Segments<PictureRatio | ''>
          label={picture.ratio}
          isWide
          value={ratio ?? ''}
          options={RATIOS.map((value) => ({ value, label: value }))}
          onChange={(value) => {
            if (value !== '') setRatio(app, picture.undoRatio, value);
          }}
        />
        <span className={styles.help}>
          {width === height ? picture.ratioHelp.square : picture.ratioHelp.framed(t.stage.fit)}
        </span>
      </div>
      <div className={styles.group}>
        <Select
          label={t.advanced.size}
          className={styles.size}
          value={String(longest)}
          options={edges.map((edge) => {
            const { width: across, height: upwards } = sizeOf(edge);
            return { id: String(edge), label: format.size(across, upwards) };
          })}
          onChange={(edge) => setSize(app, texts, Number(edge))}
        />
        <span className={styles.help}>{sizeHelp}</span>
      </div>
      <div className={styles.group}>
        <span className={styles.label}>{t.advanced.quality}</span>
        <Segments
          label={t.advanced.quality}
          isWide
          value={quality}
          options={QUALITIES.map((value) => ({ value, label: t.advanced.qualities[value] }))}
          onChange={(value) => setQuality(app, texts, value)}
        />
        <span className={styles.help}>{help.join(' ')}</span>
      </div>
    </>
  );
}
