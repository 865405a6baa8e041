import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './Staff.module.css';

/** What was asked for, or that it is on its way, or that it did not come. */
export function Asked<Data>({
  query,
  children,
}: {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}) {
  const { t } = useTexts();
  const { staff: texts } = useLateTexts();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) {
    return (
      <p className={styles.waiting} role="status">
        <Spinner /> {t.ui.loading}
      </p>
    );
  }
  return (
    <LoadFailure
      icon={<CircleAlert size={28} />}
      title={texts.loadFailed}
      cause={query.error}
      isLoading={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

/** A list that comes page by page. */
export function Paged<Row>({
  query,
  label,
  empty,
  keyOf,
  children,
}: {
  readonly query: UseInfiniteQueryResult<{ readonly pages: readonly { readonly results: readonly Row[] }[] }>;
  readonly label: string;
  readonly empty: string;
  readonly keyOf: (row: Row) => string | number;
  readonly children: (row: Row) => ReactNode;
}) {
  const { staff: texts } = useLateTexts();
  return (
    <Asked query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ results }) => results);
        if (rows.length === 0) return <EmptyState icon={<Inbox size={28} />} title={empty} />;
        return (
          <>
            <ul className={styles.rows} aria-label={label}>
              {rows.map((row) => (
                <li key={keyOf(row)} className={styles.item}>
                  {children(row)}
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <Button isLoading={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                {texts.more}
              </Button>
            )}
          </>
        );
      }}
    </Asked>
  );
}
