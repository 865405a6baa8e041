import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ARRIVAL_POLL_MS } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { findDue } from './find-due.ts';
import styles from './PlanNotice.module.css';
import { invoicesQuery } from './queries.ts';
import { refreshMoney } from './refresh-money.ts';

/**
 * The invoice that was not paid, where the payment provider has a page for it. It is paid in another tab: whoever comes
 * back from there finds all that a payment changes.
 */
export function OpenInvoice() {
  const app = useApp();
  const { plan: t } = useLateTexts();
  const { data } = useQuery({ ...invoicesQuery(app), refetchInterval: ARRIVAL_POLL_MS });
  const due = data && findDue(data);
  const isPaid = data !== undefined && due === undefined;
  useEffect(() => {
    if (isPaid) void refreshMoney(app);
  }, [app, isPaid]);
  if (due?.page_url == null) return null;
  return (
    <a className={styles.link} href={due.page_url} target="_blank" rel="noreferrer">
      {t.payNow}
    </a>
  );
}
