import { Copy, Crosshair, Trash2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { LIGHT_RANGE } from '../../../contract/constants.ts';
import { GOBO_PATTERNS, type GoboPattern, type RigLight } from '../../../contract/scene/light-rig.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { duplicateLight, removeLight } from './add-light.ts';
import styles from './LightList.module.css';
import { setLightField } from './set-rig.ts';

const SHAPES: readonly RigLight['shape'][] = ['rectangle', 'octagon'];
/** A slider from 0 to 8 would have all that is used in its first quarter: what goes beyond is typed by no one. */
const BRIGHTNESS = { min: 0, max: 3, step: 0.01 };
const SIZE = { min: LIGHT_RANGE.size.min, max: 10, step: 0.05 };
const DISTANCE = { ...LIGHT_RANGE.distance, step: 0.1 };
const DEGREES = 1;
const KELVIN_STEP = 100;

/** Everything that can be set on one light. */
export function LightDetails({ light }: { readonly light: RigLight }) {
  const app = useApp();
  const texts = useTexts();
  const { format } = texts;
  const { rigs } = useLateTexts();
  const { isPlacing } = useSnapshot(app.state.light);
  const { id } = light;
  const { pattern, softness } = light.gobo ?? { pattern: 'none', softness: 0.1 };
  const set = (change: Partial<Omit<RigLight, 'id'>>) => setLightField(app, texts, id, change);
  return (
    <div className={styles.details}>
      <div className={styles.acts}>
        <Button
          size="sm"
          icon={<Crosshair size={14} />}
          aria-pressed={isPlacing}
          onPress={() => {
            app.state.light.isPlacing = !isPlacing;
          }}
        >
          {isPlacing ? rigs.placeDone : rigs.place}
        </Button>
        <span className={styles.tools}>
          <IconButton
            size="sm"
            label={rigs.duplicate}
            icon={<Copy size={16} />}
            onPress={() => duplicateLight(app, light)}
          />
          <IconButton
            size="sm"
            label={rigs.remove}
            icon={<Trash2 size={16} />}
            onPress={() => removeLight(app, id)}
          />
        </span>
      </div>
      {isPlacing && <span className={styles.help}>{rigs.placeHelp}</span>}
      <Slider
        label={rigs.brightness}
        range={BRIGHTNESS}
        value={Math.min(BRIGHTNESS.max, light.intensity)}
        valueText={format.percent(light.intensity)}
        onChange={(intensity) => set({ intensity })}
      />
      <Slider
        label={rigs.warmth}
        range={{ ...LIGHT_RANGE.kelvin, step: KELVIN_STEP }}
        value={light.kelvin}
        valueText={rigs.kelvin(light.kelvin)}
        onChange={(kelvin) => set({ kelvin })}
      />
      <Slider
        label={rigs.azimuth}
        range={{ ...LIGHT_RANGE.azimuthDegrees, step: DEGREES }}
        value={light.azimuthDegrees}
        valueText={rigs.degrees(light.azimuthDegrees)}
        onChange={(azimuthDegrees) => set({ azimuthDegrees })}
      />
      <Slider
        label={rigs.elevation}
        range={{ ...LIGHT_RANGE.elevationDegrees, step: DEGREES }}
        value={light.elevationDegrees}
        valueText={rigs.degrees(light.elevationDegrees)}
        onChange={(elevationDegrees) => set({ elevationDegrees })}
      />
      <Segments
        label={rigs.shape}
        isWide
        value={light.shape}
        options={SHAPES.map((value) => ({ value, label: rigs.shapes[value] }))}
        onChange={(shape) => set({ shape })}
      />
      <Select
        label={rigs.gobo}
        options={GOBO_PATTERNS.map((id) => ({ id, label: rigs.gobos[id] }))}
        value={pattern}
        onChange={(next) => set({ gobo: { softness, pattern: next as GoboPattern } })}
      />
      {pattern !== 'none' && (
        <>
          <Slider
            label={rigs.goboSoftness}
            value={softness}
            valueText={format.percent(softness)}
            onChange={(next) => set({ gobo: { pattern, softness: next } })}
          />
          <span className={styles.help}>{rigs.goboHelp}</span>
        </>
      )}
      <Slider
        label={rigs.width}
        range={SIZE}
        value={Math.min(SIZE.max, light.width)}
        valueText={rigs.times(light.width)}
        onChange={(width) => set({ width })}
      />
      <Slider
        label={rigs.height}
        range={SIZE}
        value={Math.min(SIZE.max, light.height)}
        valueText={rigs.times(light.height)}
        onChange={(height) => set({ height })}
      />
      <Slider
        label={rigs.distance}
        range={DISTANCE}
        value={light.distance}
        valueText={rigs.times(light.distance)}
        onChange={(distance) => set({ distance })}
      />
      <span className={styles.help}>{rigs.sizeHelp}</span>
    </div>
  );
}
