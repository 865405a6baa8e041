import { useLayoutEffect, useRef } from 'react';
import {
  Slider as AriaSlider,
  Label,
  SliderFill,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Slider.module.css';

export interface SliderProps {
  readonly label: string;
  /** A share of the whole, 0 to 1, moved in steps of one percent; or within `range`. */
  readonly value: number;
  readonly range?: { readonly min: number; readonly max: number; readonly step: number };
  /** The value as a person reads it, with its unit. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}

const SHARE = { min: 0, max: 1, step: 0.01 };

/** Label, track and value on one line. Arrows one step, Page ten, Home, End. */
export function Slider({
  label,
  value,
  range,
  valueText,
  onChange,
  isDisabled = false,
  className,
}: SliderProps) {
  const { min, max, step } = range ?? SHARE;
  const input = useRef<HTMLInputElement>(null);
  // What is heard is what is seen: react-aria writes the bare number there whenever it is drawn.
  useLayoutEffect(() => input.current?.setAttribute('aria-valuetext', valueText));
  return (
    <AriaSlider
      className={classes(styles.slider, className)}
      minValue={min}
      maxValue={max}
      step={step}
      formatOptions={range === undefined ? { style: 'percent' } : { maximumFractionDigits: 2 }}
      value={value}
      isDisabled={isDisabled}
      onChange={(next) => onChange(Math.round(next * 100) / 100)}
    >
      <Label className={styles.label}>{label}</Label>
      <SliderTrack className={styles.track ?? ''}>
        <span className={styles.rail} />
        <SliderFill className={styles.fill ?? ''} />
        <SliderThumb inputRef={input} className={styles.thumb ?? ''} />
      </SliderTrack>
      <SliderOutput className={styles.value ?? ''}>{valueText}</SliderOutput>
    </AriaSlider>
  );
}
