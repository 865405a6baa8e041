import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, ReceiptText } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { LedgerSort } from '../../../contract/http/credits.ts';
import { RenderId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { DownloadLedger } from './DownloadLedger.tsx';
import styles from './Ledger.module.css';
import { type LedgerRow, ledgerRows, nameEntry } from './ledger-rows.ts';
import { OwedCredits } from './OwedCredits.tsx';
import { PendingCredits } from './PendingCredits.tsx';
import { ledgerQuery } from './queries.ts';

/** Pixels of a line, as Ledger.module.css draws it. */
const HEIGHT_PX = { day: 40, entry: 56 } as const;
const MORE_PX = 56;

/** Every movement of the person's credits, with the render or the purchase that is its cause. */
export function LedgerModal({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.shell.ledger} size="lg" tools={<DownloadLedger />}>
      <Content />
    </Modal>
  );
}

function Content() {
  const { ledger } = useLateTexts();
  const [sort, setSort] = useState<LedgerSort | null>(null);
  return (
    <>
      <div className={styles.sorts}>
        <Segments
          label={ledger.sort}
          options={(['all', ...LedgerSort.options] as const).map((value) => ({
            value,
            label: ledger.sorts[value],
          }))}
          value={sort ?? 'all'}
          onChange={(value) => setSort(value === 'all' ? null : value)}
        />
      </div>
      <Movements key={sort} sort={sort} />
    </>
  );
}

function Movements({ sort }: { readonly sort: LedgerSort | null }) {
  const app = useApp();
  const { format, language } = useTexts();
  const { ledger } = useLateTexts();
  const query = useInfiniteQuery(ledgerQuery(app, language, sort));
  const rows = useMemo(
    () => ledgerRows(query.data?.pages.flatMap(({ results }) => results) ?? [], format.date),
    [query.data, format],
  );
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailure
        icon={<CircleAlert size={28} />}
        title={ledger.failed}
        cause={query.error}
        isLoading={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <p className={styles.waiting} role="status">
        <Spinner /> {ledger.loading}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={styles.body} tabIndex={0} aria-label={ledger.list}>
      <PendingCredits />
      <OwedCredits />
      {rows.length === 0 && !query.hasNextPage ? (
        <EmptyState
          icon={<ReceiptText size={28} />}
          title={sort === null ? ledger.none : ledger.noneOfSort}
          message={ledger.noneHint}
        />
      ) : (
        <Rows
          rows={rows}
          pages={query.data.pages.length}
          hasMore={query.hasNextPage}
          isFailed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </section>
  );
}

function Rows({
  rows,
  pages,
  hasMore,
  isFailed,
  onMore,
}: {
  readonly rows: readonly LedgerRow[];
  /** Pages that have come. */
  readonly pages: number;
  readonly hasMore: boolean;
  readonly isFailed: boolean;
  readonly onMore: () => void;
}) {
  const rowHeightPx = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? MORE_PX : HEIGHT_PX[row.kind];
    },
    [rows],
  );
  return (
    <div className={styles.list}>
      <WindowedList
        count={rows.length + (hasMore ? 1 : 0)}
        rowHeightPx={rowHeightPx}
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return <More key={pages} isFailed={isFailed} onMore={onMore} />;
          if (row.kind === 'entry') return <Entry {...row} />;
          return <h3 className={styles.day}>{row.day}</h3>;
        }}
      />
    </div>
  );
}

/** Stands where the next page begins, and asks for it when it comes near the view. */
function More({ isFailed, onMore }: { readonly isFailed: boolean; readonly onMore: () => void }) {
  const { t } = useTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, which has a new one of these
  useEffect(onMore, []);
  return (
    <div className={styles.more} role="status">
      {isFailed ? (
        <Button onPress={onMore}>{t.ui.retry}</Button>
      ) : (
        <>
          <Spinner /> {t.ui.loading}
        </>
      )}
    </div>
  );
}

function Entry({ entry, isAside }: Extract<LedgerRow, { kind: 'entry' }>) {
  const app = useApp();
  const { format } = useTexts();
  const late = useLateTexts();
  const name = nameEntry(late, entry);
  const { render_id: id, note, amount } = entry;
  return (
    <article className={styles.entry}>
      <div className={styles.cause}>
        {id === null ? (
          <span className={styles.name}>{name}</span>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            className={styles.link}
            aria-label={late.ledger.openRender(String(id))}
            onPress={() => {
              app.state.shell.modal = { kind: 'result', renderId: RenderId.parse(id) };
            }}
          >
            {name}
          </Button>
        )}
        <span className={styles.detail}>
          {format.time(entry.created_at)}
          {isAside && ` · ${late.ledger.aside}`}
          {note !== null && note !== '' && ` · ${note}`}
        </span>
      </div>
      <div className={styles.amounts}>
        <span className={styles.amount} data-came={amount > 0}>
          {format.change(amount)}
        </span>
        <span className={styles.detail}>{late.ledger.balanceAfter(format.number(entry.balance_after))}</span>
      </div>
    </article>
  );
}
