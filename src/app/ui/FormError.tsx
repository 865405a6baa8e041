import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Texts, useTexts } from '../texts/use-texts.ts';
import { Details } from './Details.tsx';
import styles from './FormError.module.css';

/** Why something was refused, and what was thrown; nothing was where the page itself refuses. */
export interface Refusal {
  /** It is put into words when it is drawn, so that it speaks the page's language. */
  readonly sentence: (texts: Texts) => string;
  readonly cause?: unknown;
}

/** What stands where something was refused; nothing where nothing was. */
export function Refused({ refusal }: { readonly refusal: Refusal | null }) {
  const texts = useTexts();
  return refusal === null ? null : <FormError cause={refusal.cause}>{refusal.sentence(texts)}</FormError>;
}

/** Why a form, or a window's one act, was refused: a sentence, and behind it what was thrown. */
export function FormError({
  cause,
  children,
}: {
  /** What was thrown; absent where the page itself refuses. */
  readonly cause?: unknown;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.error} role="alert">
      <CircleAlert size={14} aria-hidden="true" />
      <div className={styles.words}>
        {children}
        <Details of={cause} />
      </div>
    </div>
  );
}
