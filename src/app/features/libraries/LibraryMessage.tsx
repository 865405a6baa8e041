import { CloudOff, RefreshCw, SwatchBook } from 'lucide-react';
import type { useLibrary } from '../../scene/use-library.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** In place of a library's pictures: they are on their way, they did not come, or there are none. */
export function LibraryMessage({
  library: { data, error, isPending, isFetching, refetch },
  describeError,
  hint,
  empty,
  styles,
}: {
  readonly library: ReturnType<typeof useLibrary>;
  readonly describeError: (error: unknown) => string;
  /** Under that sentence. */
  readonly hint?: string;
  /** What is said where there are none; null where there are some. */
  readonly empty: string | null;
  readonly styles: { readonly [name in 'waiting' | 'skeleton' | 'message']?: string };
}) {
  const { t } = useTexts();
  if (isPending) {
    return (
      <div className={styles.waiting} role="status" aria-label={t.ui.loading}>
        {SKELETONS.map((key) => (
          <Skeleton key={key} className={styles.skeleton} />
        ))}
      </div>
    );
  }
  if (data === undefined && error !== null) {
    return (
      <div className={styles.message} role="alert">
        <EmptyState
          icon={<CloudOff size={28} />}
          title={describeError(error)}
          cause={error}
          {...(hint === undefined ? {} : { message: hint })}
          action={
            <Button icon={<RefreshCw size={16} />} isLoading={isFetching} onPress={() => void refetch()}>
              {t.ui.retry}
            </Button>
          }
        />
      </div>
    );
  }
  if (empty === null) return null;
  return (
    <div className={styles.message} role="status">
      <EmptyState icon={<SwatchBook size={28} />} title={empty} />
    </div>
  );
}
