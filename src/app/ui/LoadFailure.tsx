import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** What did not load, and another try. */
export function LoadFailure({
  className,
  icon,
  title,
  message,
  cause,
  isLoading,
  onRetry,
}: {
  readonly className?: string | undefined;
  readonly icon: ReactNode;
  readonly title: string;
  readonly message?: string;
  /** What was thrown. */
  readonly cause?: unknown;
  /** It is being tried. */
  readonly isLoading: boolean;
  readonly onRetry: () => void;
}) {
  const { t } = useTexts();
  const again = (
    <Button isLoading={isLoading} onPress={onRetry}>
      {t.ui.retry}
    </Button>
  );
  return (
    <div className={className} role="alert">
      <EmptyState icon={icon} title={title} message={message} cause={cause} action={again} />
    </div>
  );
}
