import { useState } from 'react';
import {
  ColorPicker as AriaColourPicker,
  Button,
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
import { classes } from './classes.ts';
import { Popover } from './Popover.tsx';

/**
 * A dot that opens a colour picker. `onPreview` follows every move so that the stage can show it; `onCommit` comes
 * once, when the picker closes with another colour than it opened with: one undo step.
 *
 * @param colour `#rrggbb`, sRGB.
 */
export function ColourPicker({
  label,
  colour,
  swatches,
  onOpen,
  onPreview,
  onCommit,
  size = 'dot',
  isDisabled = false,
}: {
  readonly label: string;
  readonly colour: string;
  readonly swatches: readonly string[];
  /** Comes before the first preview: the moment to remember what there was. */
  readonly onOpen?: () => void;
  readonly onPreview?: (colour: string) => void;
  readonly onCommit: (colour: string) => void;
  readonly size?: 'dot' | 'tile';
  readonly isDisabled?: boolean;
}) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(colour);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? colour;

  const settle = (isOpen: boolean) => {
    if (isOpen) {
      setOpened(colour);
      onOpen?.();
      return;
    }
    if (draft !== null && draft !== opened) onCommit(draft);
    setDraft(null);
  };
  const preview = (next: string) => {
    setDraft(next);
    onPreview?.(next);
  };

  return (
    <AriaColourPicker
      value={parseColor(shown).toFormat('hsb')}
      onChange={(next) => preview(next.toString('hex').toLowerCase())}
    >
      <Popover
        label={label}
        onOpenChange={settle}
        trigger={
          <Button
            aria-label={label}
            isDisabled={isDisabled}
            className={classes(styles.trigger, size === 'tile' && styles.tile)}
          >
            <ColorSwatch className={styles.swatch ?? ''} />
          </Button>
        }
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
      </Popover>
    </AriaColourPicker>
  );
}
