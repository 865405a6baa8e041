import { ENVIRONMENT_RANGE } from '../../../contract/constants.ts';
import type { Environment } from '../../../contract/scene/environment.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { setSky } from './set-environment.ts';

/** Where the sun stands in a clear sky, how clear it is, and how hard its shadows are. */
export function SkySliders({ sky }: { readonly sky: Extract<Environment, { kind: 'sky' }> }) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { elevationDegrees, haze, hasSun, sunDegrees } = sky;
  const words = t.environment;
  return (
    <>
      <Slider
        label={words.elevation}
        range={{ ...ENVIRONMENT_RANGE.elevationDegrees, step: 1 }}
        valueText={`${format.number(Math.round(elevationDegrees))}°`}
        value={elevationDegrees}
        onChange={(value) => setSky(app, texts, { elevationDegrees: value })}
      />
      <Slider
        label={words.haze}
        range={{ ...ENVIRONMENT_RANGE.haze, step: 0.1 }}
        valueText={format.number(haze)}
        value={haze}
        onChange={(value) => setSky(app, texts, { haze: value })}
      />
      <Switch
        label={words.sun}
        isSelected={hasSun}
        onChange={(value) => setSky(app, texts, { hasSun: value })}
      />
      {hasSun && (
        <Slider
          label={words.sunSize}
          range={{ ...ENVIRONMENT_RANGE.sunDegrees, step: 0.01 }}
          valueText={`${format.number(sunDegrees)}°`}
          value={sunDegrees}
          onChange={(value) => setSky(app, texts, { sunDegrees: value })}
        />
      )}
    </>
  );
}
