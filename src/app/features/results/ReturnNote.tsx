import { Undo2 } from 'lucide-react';
import type { PictureReturn } from '../../../contract/returns.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './ResultInfo.module.css';

interface Returned {
  /** Null for a picture that is paid and kept. */
  readonly returned: PictureReturn | null;
  /** Of its render: where nothing is asked, nothing can come back. */
  readonly price: number;
}

/** Staff look first at what failed the check: it is charged until then. */
function isLookedAt({ reason, refunded }: PictureReturn, price: number): boolean {
  return reason === 'failed-check' && refunded === 0 && price > 0;
}

/** In a word that a picture was sent back, or not charged. */
export function ReturnBadge({ returned, price }: Returned) {
  const { returns } = useLateTexts();
  const hasCredits = useHasCredits();
  if (returned === null) return null;
  const isFailed = returned.reason === 'failed-check';
  if (isFailed && (!hasCredits || isLookedAt(returned, price))) return null;
  return <Badge icon={<Undo2 size={12} />}>{returns.badge[isFailed ? 'failed-check' : 'sent-back']}</Badge>;
}

/** What that means for who has the picture. */
export function ReturnNote({ returned, price }: Returned) {
  const { returns } = useLateTexts();
  const hasCredits = useHasCredits();
  if (returned === null) return null;
  const { reason, is_taken: isTaken } = returned;
  if (reason === 'failed-check' && !hasCredits) return null;
  const kept = hasCredits ? returns.waiting : returns.noted;
  const failed = isLookedAt(returned, price) ? returns.checkedOften : returns.notCharged;
  return (
    <section className={styles.block}>
      <p>{reason === 'failed-check' ? failed : isTaken ? returns.taken : kept}</p>
      {reason !== 'failed-check' && <p className={styles.quiet}>{returns.reasons[reason]}</p>}
    </section>
  );
}
