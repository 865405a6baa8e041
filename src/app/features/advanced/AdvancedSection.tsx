import type { ReactNode } from 'react';
import { CREATIVITY_DEFAULT } from '../../../contract/constants.ts';
import type { AiOffer } from '../../../contract/http/engines.ts';
import type { RenderPace } from '../../../contract/http/renders.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Section } from '../../ui/Section.tsx';
import { useOpenSection } from '../../ui/use-open-section.tsx';
import styles from './AdvancedSection.module.css';

const AdvancedControls = lazyPart(
  async () => (await import('./AdvancedControls.tsx')).AdvancedControls,
  ControlsFrame,
);

/** Creativity, seed, pictures per order, quality and size. */
export function AdvancedSection({
  isLocked,
  isBare = false,
  ai,
  paces,
}: {
  /** Until a model is loaded. */
  readonly isLocked: boolean;
  /** Without the header that opens it: for a place with a heading of its own. */
  readonly isBare?: boolean;
  /** What the AI engine that would draw the order offers; null where none would. */
  readonly ai: AiOffer | null;
  /** How long pictures of the engine that would draw the order took lately. */
  readonly paces: readonly RenderPace[];
}) {
  const { t, format } = useTexts();
  const { creativity, fix_seed: isSeedFixed } = useSettings();
  const [isOpen, setOpen] = useOpenSection(creativity !== CREATIVITY_DEFAULT || isSeedFixed, { isLocked });
  if (isBare) {
    return (
      <div className={styles.bare}>
        <AdvancedControls ai={ai} paces={paces} />
      </div>
    );
  }
  return (
    <Section
      title={t.panel.advanced}
      value={isLocked ? t.panel.lockedUntilModel : t.advanced.summary(format.percent(creativity))}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {isOpen && <AdvancedControls ai={ai} paces={paces} />}
    </Section>
  );
}

function ControlsFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}
