import {
  ColorPicker as AriaColourPicker,
  ColorArea,
  ColorField,
  ColorSlider,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  ColorThumb,
  Input,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import { useTexts } from '../texts/use-texts.ts';
import styles from './ColourPicker.module.css';

export interface ColourPanelProps {
  /** `#rrggbb`, sRGB. */
  readonly colour: string;
  readonly swatches: readonly string[];
  readonly onChange: (colour: string) => void;
}

/** Area, hue, hexadecimal field and swatches of the colour picker. */
export function ColourPanel({ colour, swatches, onChange }: ColourPanelProps) {
  const { t } = useTexts();
  return (
    <AriaColourPicker
      value={parseColor(colour).toFormat('hsb')}
      onChange={(next) => onChange(next.toString('hex').toLowerCase())}
    >
      <div className={styles.panel}>
        <ColorArea
          aria-label={t.colour.area}
          colorSpace="hsb"
          xChannel="saturation"
          yChannel="brightness"
          className={styles.area ?? ''}
        >
          <ColorThumb className={styles.thumb ?? ''} />
        </ColorArea>
        <ColorSlider aria-label={t.colour.hue} colorSpace="hsb" channel="hue" className={styles.hue ?? ''}>
          <SliderTrack className={styles.hueTrack ?? ''}>
            <ColorThumb className={styles.thumb ?? ''} />
          </SliderTrack>
        </ColorSlider>
        <div className={styles.hex}>
          <ColorSwatch className={styles.current ?? ''} />
          <ColorField aria-label={t.colour.hex} className={styles.field ?? ''}>
            <Input className={styles.input ?? ''} spellCheck={false} />
          </ColorField>
        </div>
        <ColorSwatchPicker aria-label={t.colour.swatches} className={styles.swatches ?? ''}>
          {swatches.map((value) => (
            <ColorSwatchPickerItem key={value} color={value} className={styles.choice ?? ''}>
              <ColorSwatch className={styles.choiceSwatch ?? ''} />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      </div>
    </AriaColourPicker>
  );
}
