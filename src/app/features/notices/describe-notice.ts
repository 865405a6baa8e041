import type { NoticeBody } from '../../../contract/http/notices.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { explainEnd } from '../../texts/explain-end.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** A notice in words: what happened, and more about it where there is more to say. */
export interface NoticeWords {
  readonly title: string;
  readonly detail: string | null;
}

/** Says a notice in the page's language. */
export function describeNotice(
  texts: Texts,
  { notices }: Pick<LateTexts, 'notices'>,
  notice: NoticeBody,
): NoticeWords {
  switch (notice.kind) {
    case 'render-finished':
      return {
        title: notices.finished(notice.images),
        detail: notice.refunded > 0 ? notices.refunded(notice.refunded) : notice.prompt || null,
      };
    case 'render-failed':
      return {
        title: notice.refunded > 0 ? explainEnd(texts, notice.error_code, notice.refunded) : notices.failed,
        detail: notice.prompt || null,
      };
    case 'render-cancelled':
      return { title: notices.cancelled, detail: notices.refunded(notice.refunded) };
    case 'payment-failed':
      return {
        title: notices.paymentFailed(texts.format.money(notice.amount, notice.currency)),
        detail: notices.paymentHint,
      };
    case 'sign-in-alarm':
      return { title: notices.signInAlarm, detail: notices.signInAlarmHint };
    case 'clawback':
      return {
        title: nameClawback(notices, notice),
        detail: notice.amount <= 0 && notice.owed > 0 ? notices.owed(notice.owed) : notice.note,
      };
    default:
      return { title: notices[notice.kind](notice.amount), detail: notice.note };
  }
}

/** Credits that went or came again with a payment, or paid what was owed since one had gone back. */
function nameClawback(
  notices: LateTexts['notices'],
  { amount, pays_debt: paysDebt }: { readonly amount: number; readonly pays_debt: boolean },
): string {
  if (paysDebt) return notices.debtPaid(-amount);
  if (amount > 0) return notices.clawbackReturned(amount);
  return amount === 0 ? notices.clawbackSpent : notices.clawback(-amount);
}
