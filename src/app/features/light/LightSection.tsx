import { type ReactNode, useEffect } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { nameEnvironment } from '../../model/name-environment.ts';
import { nameRig } from '../../model/name-rig.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Section } from '../../ui/Section.tsx';
import { useOpenSection } from '../../ui/use-open-section.tsx';
import styles from './LightSection.module.css';

const LightControls = lazyPart(
  async () => (await import('./LightControls.tsx')).LightControls,
  ControlsFrame,
);

/** The lights around the product, and how their picture is exposed. While it is open their handles stand on the stage. */
export function LightSection({
  isLocked,
  isBare = false,
  keep,
  surroundings,
}: {
  /** Until a model is loaded. */
  readonly isLocked: boolean;
  /** Without the header that opens it: for a place with a heading of its own. */
  readonly isBare?: boolean;
  /** What keeps lights that are nowhere else. */
  readonly keep: ReactNode;
  /** What the surroundings are chosen with, after the lights. */
  readonly surroundings: ReactNode;
}) {
  const { t, format } = useTexts();
  const { rigs } = useLateTexts();
  const { light_rig: rig, lighting, environment } = useSettings().render_settings;
  const around = environment === null ? [] : [nameEnvironment(environment, t)];
  const lights = environment !== null && rig === null ? [] : [nameRig(rig, lighting, { t, rigs })];
  const [isOpen, setOpen] = useOpenSection(false, { isLocked, opensOnLoad: false });
  const isShown = !isLocked && (isBare || isOpen);
  useHandles(isShown);
  if (isBare) {
    if (isLocked) return <div className={styles.bare}>{t.panel.lockedUntilModel}</div>;
    return (
      <div className={styles.bare}>
        <LightControls keep={keep} />
        {surroundings}
      </div>
    );
  }
  return (
    <Section
      title={t.light.title}
      value={isLocked ? t.panel.lockedUntilModel : format.list([...around, ...lights])}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {isOpen && (
        <>
          <LightControls keep={keep} />
          {surroundings}
        </>
      )}
    </Section>
  );
}

function useHandles(isShown: boolean): void {
  const { light } = useApp().state;
  useEffect(() => {
    if (!isShown) return;
    light.isOpen = true;
    return () => {
      light.isOpen = false;
      light.isPlacing = false;
      light.draft = null;
    };
  }, [light, isShown]);
}

function ControlsFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}
