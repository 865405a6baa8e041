import { useTexts } from '../../texts/use-texts.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './SignIn.module.css';

/** While the server is asked what may be done here. */
export function SignInSkeleton() {
  const { t } = useTexts();
  return (
    <div className={styles.waiting} role="status" aria-label={t.ui.loading}>
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </div>
  );
}
