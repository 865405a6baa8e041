import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import styles from './GradientEditor.module.css';

type Stops = Gradient['stops'];

/** The ramp goes on beyond the places of knobs: half a knob at either side. */
const EDGE_PX = 10;

/**
 * The colours of a gradient from left to right, with a knob for each stop. A press beside them adds one; arrows, Page,
 * Home and End move the focused one between its neighbours, Delete removes it.
 *
 * @param focusAt Another number than before puts the focus on the chosen knob.
 */
export function StopsBar({
  stops,
  chosen,
  focusAt,
  onChoose,
  onAdd,
  onRemove,
  onMove,
  onMoved,
}: {
  readonly stops: Stops;
  readonly chosen: number;
  readonly focusAt: number;
  readonly onChoose: (index: number) => void;
  /** Null: wherever there is room. */
  readonly onAdd: (at: number | null) => void;
  readonly onRemove: (index: number) => void;
  readonly onMove: (stops: Stops) => void;
  /** The gesture is over. With `mergeKey` it is a key, of which several make one step. */
  readonly onMoved: (stops: Stops, mergeKey?: string) => void;
}) {
  const { gradient: t } = useLateTexts();
  const bar = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  const focused = useRef(focusAt);
  useEffect(() => {
    if (focused.current === focusAt) return;
    focused.current = focusAt;
    bar.current?.querySelectorAll<HTMLInputElement>('input')[chosen]?.focus();
  }, [focusAt, chosen]);

  const place = (values: readonly number[]): Stops =>
    stops.map((stop, index) => ({ ...stop, at: values[index] ?? stop.at }));
  const press = (event: KeyboardEvent) => {
    isByKey.current = true;
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.stopPropagation();
    event.preventDefault();
    onRemove(chosen);
  };
  const hold = () => {
    isByKey.current = false;
  };
  return (
    <div ref={bar} onKeyDownCapture={press} onPointerDownCapture={hold}>
      <Slider
        // A slider keeps a state for each knob that it began with.
        key={stops.length}
        aria-label={t.bar}
        className={styles.bar ?? ''}
        minValue={0}
        maxValue={1}
        step={0.01}
        formatOptions={{ style: 'percent' }}
        value={stops.map(({ at }) => at)}
        onChange={(values) => onMove(place(values))}
        onChangeEnd={(values) =>
          onMoved(place(values), isByKey.current ? `gradient-stop-${chosen}` : undefined)
        }
      >
        <SliderTrack className={styles.track ?? ''}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.ramp}
            aria-label={t.addHere}
            ref={(element) => element?.style.setProperty('--stops', stops.map(placeColour).join(', '))}
            // The slider would take the press for a drag of the nearest knob.
            onPointerDown={(event) => event.stopPropagation()}
            onMouseDown={(event) => event.stopPropagation()}
            onTouchStart={(event) => event.stopPropagation()}
            onClick={({ clientX, detail, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              const share = (clientX - left - EDGE_PX) / (width - 2 * EDGE_PX);
              const at = Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
              onAdd(detail === 0 ? null : at);
            }}
          />
          {stops.map(({ colour }, index) => (
            <SliderThumb
              // biome-ignore lint/suspicious/noArrayIndexKey: a knob is known by its place among the others
              key={index}
              index={index}
              aria-label={t.stop(index + 1, stops.length, colour.toUpperCase())}
              className={styles.knob ?? ''}
              data-chosen={index === chosen || undefined}
              onFocus={() => onChoose(index)}
              onPointerDownCapture={() => onChoose(index)}
            >
              <span
                className={styles.colour}
                ref={(element) => element?.style.setProperty('--colour', colour)}
              />
            </SliderThumb>
          ))}
        </SliderTrack>
      </Slider>
    </div>
  );
}

function placeColour({ at, colour }: Stops[number]): string {
  return `${colour} calc(${EDGE_PX}px + ${at} * (100% - ${2 * EDGE_PX}px))`;
}
