import type { ReactNode } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Section } from '../../ui/Section.tsx';
import { useOpenSection } from '../../ui/use-open-section.tsx';
import styles from './LooksSection.module.css';

const LookGrid = lazyPart(async () => (await import('./LookGrid.tsx')).LookGrid, GridFrame);

/** Saved looks: how a product looks, to be applied to this or another model. */
export function LooksSection({
  isLocked,
  isBare = false,
}: {
  /** Until a model is loaded. */
  readonly isLocked: boolean;
  /** Without the header that opens it: for a place with a heading of its own. */
  readonly isBare?: boolean;
}) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useOpenSection(false, { isLocked });
  if (isBare) {
    return <div className={styles.bare}>{isLocked ? t.panel.lockedUntilModel : <LookGrid />}</div>;
  }
  return (
    <Section
      title={t.looks.title}
      value={isLocked ? t.panel.lockedUntilModel : t.looks.summary}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {isOpen && <LookGrid />}
    </Section>
  );
}

function GridFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}
