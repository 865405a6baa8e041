import { ImagePlus, X } from 'lucide-react';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Section } from '../../ui/Section.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { useOpenSection } from '../../ui/use-open-section.ts';
import { useApp } from '../../use-app.ts';
import { useSettings } from '../../use-settings.ts';
import { removeStyle } from './remove-style.ts';
import styles from './StyleSection.module.css';
import { setStyleStrength } from './set-style-strength.ts';

/** The style of the render and how strongly it counts. */
export function StyleSection({
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
  const { style_id: id, style_strength: strength } = useSettings();
  const item = id === null ? undefined : items.get(id);
  const [isOpen, setOpen] = useOpenSection(id !== null && !isLocked);
  const name = item?.names[language] ?? '';

  const remove = id !== null && (
    <IconButton
      size="sm"
      label={t.style.remove}
      icon={<X size={16} />}
      onPress={() => removeStyle(app, texts)}
    />
  );
  const body =
    id === null ? (
      <div className={styles.line}>
        <span className={styles.none}>{t.style.none}</span>
        <Button icon={<ImagePlus size={16} />} aria-label={t.style.choose} onPress={onOpenLibrary}>
          {t.style.library}
        </Button>
      </div>
    ) : (
      <div className={styles.assigned}>
        <span className={styles.picture}>{item !== undefined && <img src={item.thumbnail} alt="" />}</span>
        <div className={styles.details}>
          <div className={styles.line}>
            <span className={styles.name}>{name}</span>
            <Button onPress={onOpenLibrary}>{t.style.library}</Button>
          </div>
          <Slider
            label={t.style.strength}
            valueText={format.percent(strength)}
            value={strength}
            onChange={(share) => setStyleStrength(app, texts, share)}
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
  const summary = id === null ? t.style.none : `${name}, ${format.percent(strength)}`;
  return (
    <Section
      title={t.panel.style}
      value={isLocked ? t.panel.lockedUntilModel : summary}
      action={remove}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {body}
    </Section>
  );
}
