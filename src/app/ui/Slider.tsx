import {
  Slider as AriaSlider,
  type SliderProps as AriaSliderProps,
  Label,
  SliderFill,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './Slider.module.css';

export interface SliderProps extends Omit<AriaSliderProps<number>, 'children' | 'className' | 'style'> {
  readonly label: string;
  /** The value as a person reads it, with its unit. */
  readonly valueText: string;
  readonly className?: string | undefined;
}

/** Label, track and value on one line. Arrows 1, Page 10, Home, End. */
export function Slider({ label, valueText, className, ...rest }: SliderProps) {
  return (
    <AriaSlider {...rest} className={classes(styles.slider, className)}>
      <Label className={styles.label}>{label}</Label>
      <SliderTrack className={styles.track ?? ''}>
        <span className={styles.rail} />
        <SliderFill className={styles.fill ?? ''} />
        <SliderThumb className={styles.thumb ?? ''} aria-valuetext={valueText} />
      </SliderTrack>
      <SliderOutput className={styles.value ?? ''}>{valueText}</SliderOutput>
    </AriaSlider>
  );
}
