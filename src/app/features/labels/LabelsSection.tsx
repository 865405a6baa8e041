import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Section } from '../../ui/Section.tsx';
import { useOpenSection } from '../../ui/use-open-section.tsx';
import styles from './LabelsSection.module.css';

const LabelList = lazyPart(async () => (await import('./LabelList.tsx')).LabelList, ListFrame);

/** Labels on the product: what lies there, and the way to put one on. */
export function LabelsSection({
  isLocked,
  isBare = false,
}: {
  /** Until a model is loaded. */
  readonly isLocked: boolean;
  /** Without the header that opens it: for a place with a heading of its own. */
  readonly isBare?: boolean;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const { labels } = useSettings().render_settings;
  const { waiting, reading } = useSnapshot(app.state.labels);
  const latest = reading.at(-1);
  const [isOpen, setOpen] = useOpenSection(labels.length > 0, { isLocked, opensOnLoad: false });
  const doesWait = waiting !== null;
  // One that was dropped on the stage is read, and waits, here. What comes of it does not close what the person sees.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each, and closed by hand at any time
  useEffect(() => {
    if (latest !== undefined || doesWait) setOpen(true);
  }, [latest, doesWait]);
  const isSeen = !isLocked && (isBare || isOpen);
  useEffect(() => {
    app.state.labels.isOpen = isSeen;
    return () => {
      app.state.labels.isOpen = false;
    };
  }, [app, isSeen]);
  if (isBare) {
    return <div className={styles.bare}>{isLocked ? t.panel.lockedUntilModel : <LabelList />}</div>;
  }
  return (
    <Section
      title={t.panel.labels}
      value={isLocked ? t.panel.lockedUntilModel : labels.length > 0 ? format.number(labels.length) : ''}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {isOpen && <LabelList />}
    </Section>
  );
}

function ListFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}
