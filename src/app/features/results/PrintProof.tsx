import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { ZoomPicture } from '../../ui/ZoomPicture.tsx';
import { viewOf } from '../../values/view-of.ts';
import styles from './PrintProof.module.css';

/** Less of a picture is a speck: it is told as nothing. */
const LEAST_SHARE = 0.0005;
/** A whole percent is the least that is told. */
const LEAST_TOLD = 0.01;

/** A picture as a print shows it, to look at closely, and where its colours are others. */
export function PrintProof({
  image,
  alt,
}: {
  readonly image: RenderBody['output_images'][number];
  readonly alt: string;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const { result } = useLateTexts();
  const [isMarked, setMarked] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['print-proof', image.image_hash],
    queryFn: async ({ signal }) =>
      app.compute(signal).proofPicture(await app.server.file(viewOf(image), signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const proof = useObjectUrl(data?.proof);
  const marked = useObjectUrl(data?.marked);
  if (isError) {
    return (
      <LoadFailure
        icon={<ImageOff size={28} />}
        title={result.proof.failed}
        isLoading={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const hasOutside = data !== undefined && data.outside >= LEAST_SHARE;
  return (
    <div className={styles.frame}>
      <div className={styles.picture}>
        {proof === null || marked === null ? (
          <div className={styles.wait} role="status" aria-label={result.proof.working}>
            <Skeleton className={styles.skeleton} />
          </div>
        ) : (
          <ZoomPicture
            image={isMarked && hasOutside ? marked : proof}
            alt={result.proof.alt(alt)}
            aspect={image.width / image.height}
          />
        )}
      </div>
      <div className={styles.note}>
        <p className={styles.words} role="status">
          {data === undefined && t.ui.loading}
          {data !== undefined &&
            (hasOutside
              ? result.proof.outside(format.percent(Math.max(LEAST_TOLD, data.outside)))
              : result.proof.inside)}
        </p>
        <Switch
          label={result.proof.mark}
          isSelected={isMarked && hasOutside}
          isDisabled={!hasOutside}
          onChange={setMarked}
        />
        <p className={styles.about}>{result.proof.about}</p>
      </div>
    </div>
  );
}
