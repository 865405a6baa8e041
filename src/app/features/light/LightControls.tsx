import type { ReactNode } from 'react';
import { EXPOSURE_RANGE } from '../../../contract/constants.ts';
import { environmentShare } from '../../../tracer/environment/light-by-environment.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { FileLightsControl } from './FileLightsControl.tsx';
import { LightList } from './LightList.tsx';
import styles from './LightSection.module.css';
import { RigChoice } from './RigChoice.tsx';
import { isLightChanged, resetLight, setLight } from './set-light.ts';
import { setSurroundings } from './set-rig.ts';

const TONE_MAPPINGS = ['neutral', 'agx'] as const;
const EXPOSURE_STEP = 0.05;
/** Where the slider stands while the background decides: a bright one gives 0.4, a dark one 0.16. */
const SURROUNDINGS_MIDDLE = 0.28;

/** Lights, surroundings, exposure, shadow and tone mapping: the same on the stage and in the Studio's pictures. */
export function LightControls({
  keep,
}: {
  /** What keeps lights that are nowhere else. */
  readonly keep: ReactNode;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { rigs } = useLateTexts();
  const settings = useSettings().render_settings;
  const {
    exposure,
    shadow_intensity: shadow,
    tone_mapping: toneMapping,
    light_rig: rig,
    environment,
    floor,
  } = settings;
  const hasCyclorama = floor.cyclorama !== undefined;
  // What the background gives is measured; of an environment that was chosen it is known.
  const share = environment === null ? (rig?.surroundings ?? null) : environmentShare(rig);
  return (
    <section className={styles.controls} aria-label={t.light.title}>
      <RigChoice keep={keep} />
      <LightList />
      <FileLightsControl />
      <hr className={styles.rule} />
      <div className={styles.group}>
        <Slider
          label={rigs.surroundings}
          valueText={share === null ? rigs.automatic : format.percent(share)}
          value={share ?? SURROUNDINGS_MIDDLE}
          onChange={(value) => setSurroundings(app, rigs.undoSurroundings, value)}
        />
        <span className={styles.help}>
          {environment === null ? rigs.surroundingsHelp : rigs.environmentHelp}
        </span>
      </div>
      <Slider
        label={t.light.exposure}
        range={{ ...EXPOSURE_RANGE, step: EXPOSURE_STEP }}
        valueText={format.number(exposure)}
        value={exposure}
        onChange={(value) => setLight(app, texts, { exposure: value })}
      />
      <div className={styles.group}>
        <Slider
          label={t.light.shadow}
          valueText={format.percent(shadow)}
          value={shadow}
          isDisabled={hasCyclorama}
          onChange={(value) => setLight(app, texts, { shadow_intensity: value })}
        />
        {hasCyclorama && <span className={styles.help}>{t.floor.hasOwnShadow}</span>}
      </div>
      <div className={styles.group}>
        <span className={styles.label}>{t.light.toneMapping}</span>
        <Segments
          label={t.light.toneMapping}
          isWide
          value={toneMapping}
          options={TONE_MAPPINGS.map((value) => ({ value, label: t.light.toneMappings[value] }))}
          onChange={(value) => setLight(app, texts, { tone_mapping: value })}
        />
        <span className={styles.help}>{t.light.toneMappingHelp[toneMapping]}</span>
      </div>
      {isLightChanged(settings) && (
        <Button size="sm" variant="quiet" className={styles.reset} onPress={() => resetLight(app, texts)}>
          {t.light.reset}
        </Button>
      )}
    </section>
  );
}
