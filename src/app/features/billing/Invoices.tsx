import { useQuery } from '@tanstack/react-query';
import type { InvoiceBody } from '../../../contract/http/billing.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './Invoices.module.css';
import { invoicesQuery } from './queries.ts';

const TONE = {
  open: 'info',
  paid: 'ok',
  failed: 'danger',
  void: 'neutral',
  refunded: 'neutral',
  disputed: 'warn',
} as const;

/** Invoices of the person's plans, newest first. */
export function Invoices() {
  const { t } = useTexts();
  const { plan: texts } = useLateTexts();
  const { data, isError, isFetching, refetch } = useQuery(invoicesQuery(useApp()));
  if (data === undefined) {
    return isError ? (
      <p className={styles.note} role="alert">
        {texts.invoicesFailed}
        <Button size="sm" isLoading={isFetching} onPress={() => void refetch()}>
          {t.ui.retry}
        </Button>
      </p>
    ) : (
      <p className={styles.note} role="status">
        <Spinner /> {t.ui.loading}
      </p>
    );
  }
  if (data.length === 0) return <p className={styles.note}>{texts.invoicesNone}</p>;
  return (
    <ul className={styles.list} aria-label={texts.invoices}>
      {data.map((invoice) => (
        <Invoice key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  );
}

function Invoice({ invoice }: { readonly invoice: InvoiceBody }) {
  const { format } = useTexts();
  const { plan: texts, packs } = useLateTexts();
  const name = invoice.number ?? format.date(invoice.created_at);
  return (
    <li className={styles.invoice}>
      <span className={styles.day}>{format.date(invoice.created_at)}</span>
      <span className={styles.number}>{invoice.number}</span>
      <Badge tone={TONE[invoice.status]}>{texts.status[invoice.status]}</Badge>
      <span className={styles.credits}>
        {invoice.credits > 0 && packs.credits(format.number(invoice.credits))}
      </span>
      <span className={styles.amount}>{format.money(invoice.amount, invoice.currency)}</span>
      <span className={styles.links}>
        <Way url={invoice.page_url} label={texts.openNamed(name)} text={texts.open} />
        <Way url={invoice.pdf_url} label={texts.pdfNamed(name)} text={texts.pdf} />
      </span>
    </li>
  );
}

/** A page of the payment provider, where there is one. */
function Way({
  url,
  label,
  text,
}: {
  readonly url: string | null;
  readonly label: string;
  readonly text: string;
}) {
  if (url === null) return null;
  return (
    <a className={styles.link} href={url} target="_blank" rel="noreferrer" aria-label={label}>
      {text}
    </a>
  );
}
