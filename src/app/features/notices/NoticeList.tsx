import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, CircleAlert, CircleCheck, CircleDot, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { NoticeBody } from '../../../contract/http/notices.ts';
import { RenderId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import type { Modal } from '../../state/state.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { describeNotice } from './describe-notice.ts';
import styles from './NoticeList.module.css';
import { noticesQuery } from './queries.ts';
import { seeNotices } from './see-notices.ts';

/** What happened, newest first. All that it shows counts as seen; what was new keeps its mark until it is closed. */
export function NoticeList({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { notices: texts } = useLateTexts();
  const queries = useQueryClient();
  const found = useInfiniteQuery({ ...noticesQuery(app), refetchInterval: false, staleTime: 0 });
  const notices = found.data?.pages.flatMap(({ results }) => results) ?? [];
  const newest = notices[0]?.is_unread === true ? notices[0].created_at : null;
  useEffect(() => {
    if (newest !== null) void seeNotices(app, newest);
  }, [app, newest]);
  useEffect(() => () => void queries.invalidateQueries(noticesQuery(app)), [app, queries]);
  return (
    <section className={styles.list} aria-label={texts.title}>
      <h2 className={styles.title}>{texts.title}</h2>
      {found.isPending && <Skeleton className={styles.skeleton} />}
      {found.isError && notices.length === 0 && (
        <EmptyState
          icon={<CircleAlert size={24} />}
          title={texts.loadFailed}
          action={
            <Button isLoading={found.isFetching} onPress={() => void found.refetch()}>
              {t.ui.retry}
            </Button>
          }
        />
      )}
      {!found.isPending && !found.isError && notices.length === 0 && (
        <EmptyState icon={<BellOff size={24} />} title={texts.none} message={texts.noneHint} />
      )}
      <ul className={styles.items}>
        {notices.map((notice) => (
          <li key={notice.key}>
            <Notice
              notice={notice}
              onOpen={() => {
                onClose();
                app.state.shell.modal = windowOf(notice);
              }}
            />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="quiet"
          size="sm"
          isLoading={found.isFetchingNextPage}
          onPress={() => void found.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function Notice({ notice, onOpen }: { readonly notice: NoticeBody; readonly onOpen: () => void }) {
  const texts = useTexts();
  const late = useLateTexts();
  const { title, detail } = describeNotice(texts, late, notice);
  return (
    <AriaButton className={styles.notice ?? ''} onPress={onOpen}>
      <Mark notice={notice} />
      <span className={styles.words}>
        <span className={styles.name}>
          {title}
          {notice.is_unread && <span className={styles.unread} role="img" aria-label={late.notices.unread} />}
        </span>
        {detail !== null && <span className={styles.detail}>{detail}</span>}
        <span className={styles.when}>{texts.format.dateTime(notice.created_at)}</span>
      </span>
    </AriaButton>
  );
}

function Mark({ notice }: { readonly notice: NoticeBody }) {
  if (notice.kind === 'render-finished' && notice.thumbnail !== null) {
    return <img className={styles.picture} src={notice.thumbnail} alt="" loading="lazy" />;
  }
  const icons = {
    'render-finished': <CircleCheck size={18} />,
    'render-failed': <CircleAlert size={18} />,
    'render-cancelled': <Undo2 size={18} />,
    'payment-failed': <CircleAlert size={18} />,
    'sign-in-alarm': <CircleAlert size={18} />,
  };
  const icon = notice.kind in icons ? icons[notice.kind as keyof typeof icons] : <CircleDot size={18} />;
  const isBad = ['render-failed', 'payment-failed', 'sign-in-alarm'].includes(notice.kind);
  return (
    <span className={isBad ? styles.badMark : styles.mark} aria-hidden="true">
      {icon}
    </span>
  );
}

function windowOf(notice: NoticeBody): Modal {
  if ('render_id' in notice) return { kind: 'result', renderId: RenderId.parse(notice.render_id) };
  if (notice.kind === 'sign-in-alarm') return { kind: 'settings' };
  return { kind: notice.kind === 'payment-failed' ? 'pricing' : 'ledger' };
}
