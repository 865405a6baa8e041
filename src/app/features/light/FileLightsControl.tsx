import { FILE_LIGHTS_MAX, FILE_LIGHTS_STRENGTH } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { countFileLights } from '../../model/count-file-lights.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './LightSection.module.css';
import { setLight } from './set-light.ts';

const STRENGTH_STEP = 0.05;

/** Lets the lights shine that the model file carries; nothing where it has none. */
export function FileLightsControl() {
  const app = useApp();
  const texts = useTexts();
  const { rigs } = useLateTexts();
  const count = countFileLights(useModel()?.report);
  const { isOn, strength } = useSettings().render_settings.file_lights;
  if (count === 0) return null;
  return (
    <div className={styles.group}>
      <Switch
        label={rigs.fileLights}
        isSelected={isOn}
        onChange={(next) => setLight(app, texts, { file_lights: { isOn: next, strength } })}
      />
      <span className={styles.help}>
        {count > FILE_LIGHTS_MAX ? rigs.fileLightsMany(count, FILE_LIGHTS_MAX) : rigs.fileLightsHelp}
      </span>
      {isOn && (
        <Slider
          label={rigs.fileLightsStrength}
          range={{ ...FILE_LIGHTS_STRENGTH, step: STRENGTH_STEP }}
          valueText={texts.format.percent(strength)}
          value={strength}
          onChange={(next) => setLight(app, texts, { file_lights: { isOn, strength: next } })}
        />
      )}
    </div>
  );
}
