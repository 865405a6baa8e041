import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { STAGE_BACKGROUND } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Section } from '../../ui/Section.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { useOpenSection } from '../../ui/use-open-section.ts';
import { useApp } from '../../use-app.ts';
import { useSettings } from '../../use-settings.ts';
import styles from './BackgroundSection.module.css';
import { removeBackground } from './remove-background.ts';
import { previewBackgroundColour, setBackgroundColour } from './set-background-colour.ts';
import { setBackgroundFidelity } from './set-background-fidelity.ts';

const SWATCHES = [
  STAGE_BACKGROUND,
  '#f5f5f3',
  '#c9cdd1',
  '#8d9297',
  '#d8cdbd',
  '#b9876a',
  '#6f7f73',
  '#3a4a5e',
];

/** What stands behind the product: a picture with its fidelity, or a colour. */
export function BackgroundSection({
  items,
  isLocked,
  isBare = false,
  onOpenLibrary,
}: {
  readonly items: ReadonlyMap<number, LibraryItemBody>;
  /** Until a model is loaded. */
  readonly isLocked: boolean;
  /** Without the header that opens it: for a place with a heading of its own. */
  readonly isBare?: boolean;
  readonly onOpenLibrary: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, format, language } = texts;
  const settings = useSettings();
  const { background_id: id, background_fidelity: fidelity } = settings;
  const colour = settings.background_color ?? STAGE_BACKGROUND;
  const item = id === null ? undefined : items.get(id);
  const [isOpen, setOpen] = useOpenSection(id !== null && !isLocked);
  const isCustomised = id !== null || colour !== STAGE_BACKGROUND;

  const remove = isCustomised && (
    <IconButton
      size="sm"
      label={t.background.remove}
      icon={<X size={16} />}
      onPress={() => removeBackground(app, texts)}
    />
  );
  const body =
    id === null ? (
      <ColourChoice colour={colour} isCustomised={isCustomised} onOpenLibrary={onOpenLibrary} />
    ) : (
      <div className={styles.assigned}>
        <span className={styles.picture}>{item !== undefined && <img src={item.thumbnail} alt="" />}</span>
        <div className={styles.details}>
          <div className={styles.line}>
            <span className={styles.name}>{item?.names[language]}</span>
            <Button onPress={onOpenLibrary}>{t.background.library}</Button>
          </div>
          <Slider
            label={t.background.fidelity}
            valueText={format.percent(fidelity)}
            value={fidelity}
            onChange={(share) => setBackgroundFidelity(app, texts, share)}
          />
        </div>
      </div>
    );
  if (isBare) {
    return (
      <div className={styles.bare}>
        {body}
        {remove}
      </div>
    );
  }
  const summary =
    id === null ? colour.toUpperCase() : `${item?.names[language] ?? ''}, ${format.percent(fidelity)}`;
  return (
    <Section
      title={t.panel.background}
      value={isLocked ? t.panel.lockedUntilModel : isCustomised ? summary : t.background.none}
      action={remove}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {body}
    </Section>
  );
}

function ColourChoice({
  colour,
  isCustomised,
  onOpenLibrary,
}: {
  readonly colour: string;
  readonly isCustomised: boolean;
  readonly onOpenLibrary: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const [before, setBefore] = useState(colour);
  return (
    <div className={styles.assigned}>
      <ColourPicker
        size="tile"
        label={t.background.pickColour}
        colour={colour}
        swatches={SWATCHES}
        onOpen={() => setBefore(colour)}
        onPreview={(next) => previewBackgroundColour(app, next)}
        onCommit={(next) => setBackgroundColour(app, texts, next, before)}
      />
      <div className={styles.details}>
        <div className={styles.line}>
          <span className={styles.name}>
            {isCustomised ? t.background.colourName(colour.toUpperCase()) : t.background.none}
          </span>
          <Button icon={<ImagePlus size={16} />} onPress={onOpenLibrary}>
            {t.background.library}
          </Button>
        </div>
        <Swatches colour={colour} onChoose={(next) => setBackgroundColour(app, texts, next, colour)} />
      </div>
    </div>
  );
}

function Swatches({
  colour,
  onChoose,
}: {
  readonly colour: string;
  readonly onChoose: (colour: string) => void;
}) {
  const { t } = useTexts();
  return (
    <div className={styles.swatches}>
      {SWATCHES.map((swatch) => (
        <button
          key={swatch}
          type="button"
          className={styles.swatch}
          aria-label={t.background.colourName(swatch.toUpperCase())}
          aria-pressed={swatch === colour}
          ref={(element) => element?.style.setProperty('--swatch', swatch)}
          onClick={() => onChoose(swatch)}
        />
      ))}
    </div>
  );
}
