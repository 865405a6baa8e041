import { ArrowLeftRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { GRADIENT_STOPS } from '../../../contract/constants.ts';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Slider } from '../../ui/Slider.tsx';
import styles from './GradientEditor.module.css';
import { GradientPresets } from './GradientPresets.tsx';
import { addStop, findRoom, removeStop, reverseGradient } from './gradient-stops.ts';
import { StopsBar } from './StopsBar.tsx';
import { useGradientEdit } from './use-gradient-edit.ts';

/** A gradient's shape, its stops on a bar, the colour and place of one of them, its angle, and ones to begin with. */
export function GradientEditor({
  gradient,
  swatches,
}: {
  readonly gradient: Gradient;
  readonly swatches: readonly string[];
}) {
  const { format } = useTexts();
  const { gradient: t } = useLateTexts();
  const edit = useGradientEdit(gradient);
  const { shown } = edit;
  const [chosen, setChosen] = useState(0);
  /** Counts what moves the focus to the chosen stop. */
  const [focusAt, setFocusAt] = useState(0);
  const index = Math.min(chosen, shown.stops.length - 1);
  const stop = shown.stops[index];
  if (stop === undefined) return null;

  const choose = (next: number) => {
    setChosen(next);
    setFocusAt(focusAt + 1);
  };
  const add = (at: number) => {
    const added = addStop(shown, at);
    if (added === null) return;
    edit.commit(added.gradient);
    choose(added.index);
  };
  const remove = (which: number) => {
    const without = removeStop(shown, which);
    if (without === null) return;
    edit.commit(without);
    choose(Math.max(0, which - 1));
  };
  const recolour = (colour: string): Gradient => ({
    ...shown,
    stops: shown.stops.with(index, { ...stop, colour }),
  });
  return (
    <div className={styles.editor}>
      <Segments
        label={t.shape}
        isWide
        value={shown.kind}
        options={(['linear', 'radial'] as const).map((value) => ({ value, label: t[value] }))}
        onChange={(kind) => edit.commit({ ...shown, kind })}
      />
      <StopsBar
        stops={shown.stops}
        chosen={index}
        focusAt={focusAt}
        onChoose={setChosen}
        onAdd={(at) => add(at ?? findRoom(shown))}
        onRemove={remove}
        onMove={(stops) => edit.preview({ ...shown, stops })}
        onMoved={(stops, mergeKey) => edit.commit({ ...shown, stops }, mergeKey)}
      />
      <div className={styles.stop}>
        <ColourPicker
          label={t.stopColour(index + 1)}
          colour={stop.colour}
          swatches={swatches}
          onPreview={(colour) => edit.preview(recolour(colour))}
          onCommit={(colour) => edit.commit(recolour(colour))}
        />
        <span className={styles.words}>
          {t.stopAt(index + 1, shown.stops.length, format.percent(stop.at))}
        </span>
        <IconButton
          size="sm"
          label={shown.stops.length < GRADIENT_STOPS.max ? t.add : t.full(GRADIENT_STOPS.max)}
          icon={<Plus size={16} />}
          isDisabled={shown.stops.length >= GRADIENT_STOPS.max}
          onPress={() => add(findRoom(shown))}
        />
        <IconButton
          size="sm"
          label={t.remove(index + 1)}
          icon={<Trash2 size={16} />}
          isDisabled={shown.stops.length <= GRADIENT_STOPS.min}
          onPress={() => remove(index)}
        />
        <IconButton
          size="sm"
          label={t.reverse}
          icon={<ArrowLeftRight size={16} />}
          onPress={() => edit.commit(reverseGradient(shown))}
        />
      </div>
      {shown.kind === 'linear' && (
        <Slider
          label={t.angle}
          range={{ min: 0, max: 360, step: 5 }}
          valueText={t.degrees(shown.angleDegrees)}
          value={shown.angleDegrees}
          onChange={(angleDegrees) => edit.commit({ ...shown, angleDegrees }, 'gradient-angle')}
        />
      )}
      <GradientPresets gradient={shown} onChoose={(preset) => edit.commit(preset)} />
    </div>
  );
}
