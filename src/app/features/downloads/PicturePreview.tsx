import { useQuery } from '@tanstack/react-query';
import type { ExportedPicture } from '../../../contract/compute-values.ts';
import {
  CHANNEL_PRESETS,
  needsSilhouette,
  type PictureWish,
} from '../../../contract/files/channel-presets.ts';
import { useApp } from '../../core/use-app.ts';
import type { ChosenPicture } from '../../orders/name-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { viewOf } from '../../values/view-of.ts';
import styles from './Downloads.module.css';
import { makePicture } from './make-pictures.ts';

/** A picture as it will be: its shape, its size, and what is to be known about it. */
export function PicturePreview({
  picture,
  wish,
  isRefused,
}: {
  readonly picture: ChosenPicture | undefined;
  readonly wish: PictureWish;
  /** It cannot be made like that: nothing is shown. */
  readonly isRefused: boolean;
}) {
  const app = useApp();
  const { format } = useTexts();
  const { downloads, result } = useLateTexts();
  const hash = picture?.image.image_hash;
  const { data, isError } = useQuery({
    queryKey: ['download-preview', picture?.render.id, hash, wish],
    queryFn: ({ signal }) => {
      if (picture === undefined) throw new Error('no picture');
      return makePicture(app, picture, wish, signal, viewOf(picture.image));
    },
    enabled: picture !== undefined && !isRefused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const preset = wish.channel === null ? null : CHANNEL_PRESETS[wish.channel];
  const width = preset?.widthPx ?? picture?.image.width ?? 1;
  const height = preset?.heightPx ?? picture?.image.height ?? 1;
  /** What is shown is of fewer pixels than what is downloaded. */
  const isSmaller = picture !== undefined && viewOf(picture.image) !== picture.image.image;
  const frame = (element: HTMLElement | null) =>
    element?.style.setProperty('--aspect', String(width / height));
  return (
    <figure className={styles.preview}>
      <div className={styles.well}>
        <div ref={frame} className={styles.frame} data-clear={wish.isTransparent}>
          {data === undefined && !isError && !isRefused && <Skeleton className={styles.skeleton} />}
          {data !== undefined && <Shown made={data} />}
        </div>
      </div>
      <figcaption className={styles.facts}>
        {isError && <span className={styles.refusal}>{result.downloadFailed}</span>}
        {data !== undefined && (
          <>
            <span>
              {format.size(width, height)}
              {!isSmaller && ` · ${format.bytes(data.image.size)}`}
            </span>
            {!isSmaller && data.enlargedBy > 1 && (
              <span className={styles.warning}>
                {downloads.enlarged(format.number(Math.round(data.enlargedBy * 10) / 10))}
              </span>
            )}
            {data.isCutOff && needsSilhouette(wish) && (
              <span className={styles.warning}>{downloads.cutOff}</span>
            )}
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Shown({ made }: { readonly made: ExportedPicture }) {
  const { downloads } = useLateTexts();
  const address = useObjectUrl(made.image);
  return address === null ? null : <img className={styles.image} src={address} alt={downloads.preview} />;
}
