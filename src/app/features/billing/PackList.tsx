import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Coins } from 'lucide-react';
import type { PackBody } from '../../../contract/http/billing.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Band } from './Band.tsx';
import { buyPack } from './buy-pack.ts';
import { describePackError } from './describe-checkout-error.ts';
import { PackCard } from './PackCard.tsx';
import styles from './Packs.module.css';
import { packsQuery } from './queries.ts';
import { useDeparture } from './use-departure.ts';
import { useSidewaysWheel } from './use-sideways-wheel.ts';

/** Packs of credits side by side, the cheapest first. */
export function PackList() {
  const { language } = useTexts();
  const { packs } = useLateTexts();
  const { data, error, isError, isFetching, refetch } = useQuery(packsQuery(useApp(), language));
  if (data === undefined) {
    return isError ? (
      <LoadFailure
        icon={<CircleAlert size={28} />}
        title={packs.failed}
        cause={error}
        isLoading={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <p className={styles.waiting} role="status">
        <Spinner /> {packs.loading}
      </p>
    );
  }
  if (data.length === 0) return <EmptyState icon={<Coins size={28} />} title={packs.none} />;
  return <Row packs={data} />;
}

function Row({ packs }: { readonly packs: readonly PackBody[] }) {
  const app = useApp();
  const texts = useTexts();
  const { packs: t } = useLateTexts();
  const leaving = useDeparture();
  const { row, hasMore } = useSidewaysWheel();
  return (
    <>
      {leaving.error !== null && (
        <Band tone="danger" role="alert" icon={<CircleAlert size={16} aria-hidden="true" />}>
          {describePackError(texts, leaving.error)}
        </Band>
      )}
      <ul ref={row} className={styles.row} data-more={hasMore} aria-label={t.list}>
        {packs.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            isBusy={leaving.going === pack.id}
            isBlocked={leaving.going !== null}
            onBuy={() => leaving.start(pack.id, () => buyPack(app, pack))}
          />
        ))}
      </ul>
    </>
  );
}
