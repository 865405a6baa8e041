import { EXPOSURE_RANGE } from '../../../contract/constants.ts';
import type { Lighting } from '../../../contract/render-spec.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Slider } from '../../ui/Slider.tsx';
import styles from './AdvancedSection.module.css';
import { isLightChanged, resetLight, setLight } from './set-light.ts';

const PRESETS: readonly Lighting[] = ['studio', 'render'];
const TONE_MAPPINGS = ['neutral', 'agx'] as const;
const EXPOSURE_STEP = 0.05;

/** Preset, exposure, shadow and tone mapping: the same on the stage and in the Studio's pictures. */
export function LightControls() {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const settings = useSettings().render_settings;
  const { lighting, exposure, shadow_intensity: shadow, tone_mapping: toneMapping } = settings;
  return (
    <section className={styles.controls} aria-label={t.light.title}>
      <div className={styles.head}>
        <span className={styles.title}>{t.light.title}</span>
        {isLightChanged(settings) && (
          <Button size="sm" variant="quiet" onPress={() => resetLight(app, texts)}>
            {t.light.reset}
          </Button>
        )}
      </div>
      <div className={styles.group}>
        <Segments
          label={t.light.preset}
          isWide
          value={lighting}
          options={PRESETS.map((value) => ({ value, label: t.light.presets[value] }))}
          onChange={(value) => setLight(app, texts, { lighting: value })}
        />
        <span className={styles.help}>{t.light.presetHelp[lighting]}</span>
      </div>
      <Slider
        label={t.light.exposure}
        range={{ ...EXPOSURE_RANGE, step: EXPOSURE_STEP }}
        valueText={format.number(exposure)}
        value={exposure}
        onChange={(value) => setLight(app, texts, { exposure: value })}
      />
      <Slider
        label={t.light.shadow}
        valueText={format.percent(shadow)}
        value={shadow}
        onChange={(value) => setLight(app, texts, { shadow_intensity: value })}
      />
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
    </section>
  );
}
