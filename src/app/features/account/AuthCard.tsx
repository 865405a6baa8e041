import type { FormEvent, ReactNode } from 'react';
import { FormError } from '../../ui/FormError.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import styles from './SignIn.module.css';

/** The card that stands in place of the work while nobody is signed in; it has no close. */
export function AuthCard({
  title,
  intro,
  error,
  cause,
  onSubmit,
  below,
  children,
}: {
  readonly title: string;
  readonly intro?: string | null | undefined;
  /** What is wrong with the form as a whole. */
  readonly error?: string | undefined;
  /** What was thrown when it was sent. */
  readonly cause?: unknown;
  /** Absent where there is nothing to fill in. */
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Below the form: other ways in. */
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}) {
  const wrong = error !== undefined && <FormError cause={cause}>{error}</FormError>;
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-label={title}>
        <Logo size={26} />
        <h1 className={styles.title}>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
        {onSubmit === undefined ? (
          <div className={styles.form}>
            {wrong}
            {children}
          </div>
        ) : (
          <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={title}>
            {children}
            {wrong}
          </form>
        )}
        {below}
      </section>
      <LanguageChoice />
    </main>
  );
}
