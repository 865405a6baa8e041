import type { Gradient } from '../../../contract/scene/gradient.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { isSameValue } from '../../values/same-value.ts';
import styles from './GradientEditor.module.css';
import { gradientCss } from './gradient-css.ts';
import { GRADIENT_PRESETS } from './gradient-presets.ts';

const KEYS = Object.keys(GRADIENT_PRESETS) as (keyof typeof GRADIENT_PRESETS)[];

/** Gradients to begin with, side by side. */
export function GradientPresets({
  gradient,
  onChoose,
}: {
  readonly gradient: Gradient;
  readonly onChoose: (preset: Gradient) => void;
}) {
  const { gradient: t } = useLateTexts();
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.legend}>{t.presets}</legend>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.preset}
          aria-label={t.preset[key]}
          title={t.preset[key]}
          aria-pressed={isSameValue(gradient, GRADIENT_PRESETS[key])}
          ref={(element) => element?.style.setProperty('--gradient', gradientCss(GRADIENT_PRESETS[key]))}
          onClick={() => onChoose(GRADIENT_PRESETS[key])}
        />
      ))}
    </fieldset>
  );
}
