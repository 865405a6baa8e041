import { ImagePlus } from 'lucide-react';
import { FIDELITY_DEBOUNCE_MS } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { useDebouncedEdit } from '../../core/use-debounced-edit.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { LibraryChoice, LibraryLine, LibrarySection, LibraryTile } from '../../ui/LibrarySection.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { removeStyle } from './remove-style.ts';
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
  const name = item?.names[language] ?? '';
  const [shown, change] = useDebouncedEdit(strength, FIDELITY_DEBOUNCE_MS, (share) =>
    setStyleStrength(app, texts, share),
  );
  return (
    <LibrarySection
      title={t.panel.style}
      summary={id === null ? t.style.none : [name, format.percent(strength)].filter(Boolean).join(', ')}
      isSet={id !== null}
      opensOnLoad={false}
      isLocked={isLocked}
      isBare={isBare}
      remove={id === null ? null : { label: t.style.remove, onPress: () => removeStyle(app, texts) }}
    >
      {id === null ? (
        <LibraryLine
          name={t.style.none}
          library={
            <Button icon={<ImagePlus size={16} />} aria-label={t.style.choose} onPress={onOpenLibrary}>
              {t.style.library}
            </Button>
          }
        />
      ) : (
        <LibraryChoice
          tile={<LibraryTile thumbnail={item?.thumbnail} />}
          name={name}
          library={<Button onPress={onOpenLibrary}>{t.style.library}</Button>}
        >
          <Slider
            label={t.style.strength}
            valueText={format.percent(shown)}
            value={shown}
            onChange={change}
          />
        </LibraryChoice>
      )}
    </LibrarySection>
  );
}
