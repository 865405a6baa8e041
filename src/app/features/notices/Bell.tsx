import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './Bell.module.css';
import { noticesQuery } from './queries.ts';

const NoticeList = lazyPart(async () => (await import('./NoticeList.tsx')).NoticeList, PlainFrame);

/** What happened while nobody looked: how much of it is new, and all of it on a press. */
export function Bell() {
  const app = useApp();
  const { t, format } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { data } = useInfiniteQuery(noticesQuery(app));
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <Popover
      label={t.shell.notices(0)}
      placement="bottom end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className={styles.bell ?? ''} aria-label={t.shell.notices(unread)}>
          <BellIcon size={18} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {format.number(unread)}
            </span>
          )}
        </Button>
      }
    >
      <NoticeList onClose={() => setOpen(false)} />
    </Popover>
  );
}
