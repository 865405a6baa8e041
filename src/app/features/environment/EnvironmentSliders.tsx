import { ENVIRONMENT_RANGE } from '../../../contract/constants.ts';
import type { Environment } from '../../../contract/scene/environment.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Environment.module.css';
import { placeEnvironment } from './set-environment.ts';

const STOP_STEP = 0.1;

/** Turn, brightness, and whether it is seen behind the product. */
export function EnvironmentSliders({ environment }: { readonly environment: Environment }) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { rotationDegrees, stops, isSeen, blur } = environment;
  const words = t.environment;
  const hasCyclorama = useSettings().render_settings.floor.cyclorama !== undefined;
  return (
    <>
      <Slider
        label={environment.kind === 'sky' ? words.sunDirection : words.rotation}
        range={{ ...ENVIRONMENT_RANGE.rotationDegrees, step: 1 }}
        valueText={`${format.number(Math.round(rotationDegrees))}°`}
        value={rotationDegrees}
        onChange={(value) => placeEnvironment(app, texts, { rotationDegrees: value })}
      />
      <Slider
        label={words.brightness}
        range={{ ...ENVIRONMENT_RANGE.stops, step: STOP_STEP }}
        valueText={words.stops(`${stops > 0 ? '+' : ''}${format.number(stops)}`)}
        value={stops}
        onChange={(value) => placeEnvironment(app, texts, { stops: value })}
      />
      <Switch
        label={words.show}
        isSelected={isSeen}
        onChange={(value) => placeEnvironment(app, texts, { isSeen: value })}
      />
      {isSeen && hasCyclorama && <span className={styles.help}>{t.floor.coversBackground}</span>}
      {isSeen && (
        <Slider
          label={words.blur}
          valueText={format.percent(blur)}
          value={blur}
          onChange={(value) => placeEnvironment(app, texts, { blur: value })}
        />
      )}
    </>
  );
}
