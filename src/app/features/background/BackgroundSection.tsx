import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { FIDELITY_DEBOUNCE_MS, STAGE_BACKGROUND } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { useDebouncedEdit } from '../../core/use-debounced-edit.ts';
import { useSettings } from '../../core/use-settings.ts';
import { describeGradient } from '../../texts/describe-gradient.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { LibraryChoice, LibraryLine, LibrarySection, LibraryTile } from '../../ui/LibrarySection.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Slider } from '../../ui/Slider.tsx';
import styles from './BackgroundSection.module.css';
import { FloorGroup } from './FloorGroup.tsx';
import { removeBackground } from './remove-background.ts';
import { previewBackgroundColour, setBackgroundColour } from './set-background-colour.ts';
import { setBackgroundFidelity } from './set-background-fidelity.ts';
import { startGradient } from './set-gradient.ts';

const GradientEditor = lazyPart(
  async () => (await import('./GradientEditor.tsx')).GradientEditor,
  EditorFrame,
);

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

/** What stands behind the product: a picture or a gradient with its fidelity, or a colour. */
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
  const gradient = id === null ? settings.render_settings.background_gradient : null;
  const item = id === null ? undefined : items.get(id);
  /** Whether a gradient gave way to a colour here, which the person is choosing. */
  const [isChoosing, setChoosing] = useState(false);
  const { floor, environment } = settings.render_settings;
  const isCustomised = id !== null || gradient !== null || colour !== STAGE_BACKGROUND;
  const name = item?.names[language] ?? '';
  const summary =
    gradient !== null
      ? describeGradient(texts, gradient)
      : id === null
        ? colour.toUpperCase()
        : [name, format.percent(fidelity)].filter(Boolean).join(', ');
  const [shown, change] = useDebouncedEdit(fidelity, FIDELITY_DEBOUNCE_MS, (share) =>
    setBackgroundFidelity(app, texts, share),
  );
  const remove = () => {
    setChoosing(false);
    removeBackground(app, texts);
  };
  const slider = (
    <Slider label={t.background.fidelity} valueText={format.percent(shown)} value={shown} onChange={change} />
  );
  return (
    <LibrarySection
      title={t.panel.background}
      summary={isCustomised ? summary : t.background.none}
      isSet={id !== null || gradient !== null || isChoosing}
      opensOnLoad
      isLocked={isLocked}
      isBare={isBare}
      remove={isCustomised ? { label: t.background.remove, onPress: remove } : null}
    >
      {id === null ? (
        <div className={styles.plain}>
          <Segments
            label={t.gradient.kind}
            isWide
            value={gradient === null ? 'colour' : 'gradient'}
            options={(['colour', 'gradient'] as const).map((value) => ({ value, label: t.gradient[value] }))}
            onChange={(kind) => {
              setChoosing(kind === 'colour');
              if (kind === 'gradient') startGradient(app, texts);
              else setBackgroundColour(app, texts, colour, colour);
            }}
          />
          {gradient === null ? (
            <ColourChoice colour={colour} isCustomised={isCustomised} onOpenLibrary={onOpenLibrary} />
          ) : (
            <>
              <LibraryLine
                name={describeGradient(texts, gradient)}
                library={<Button onPress={onOpenLibrary}>{t.background.library}</Button>}
              />
              <GradientEditor gradient={gradient} swatches={SWATCHES} />
              {slider}
            </>
          )}
        </div>
      ) : (
        <LibraryChoice
          tile={<LibraryTile thumbnail={item?.thumbnail} />}
          name={name}
          library={<Button onPress={onOpenLibrary}>{t.background.library}</Button>}
        >
          {slider}
        </LibraryChoice>
      )}
      {floor.cyclorama !== undefined && <p className={styles.covered}>{t.floor.coversBackground}</p>}
      {floor.cyclorama === undefined && environment?.isSeen === true && (
        <p className={styles.covered}>{t.environment.coversBackground}</p>
      )}
      <FloorGroup />
    </LibrarySection>
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
    <LibraryChoice
      tile={
        <ColourPicker
          size="tile"
          label={t.background.pickColour}
          colour={colour}
          swatches={SWATCHES}
          onOpen={() => setBefore(colour)}
          onPreview={(next) => previewBackgroundColour(app, next)}
          onCommit={(next) => setBackgroundColour(app, texts, next, before)}
        />
      }
      name={isCustomised ? t.background.colourName(colour.toUpperCase()) : t.background.none}
      library={
        <Button icon={<ImagePlus size={16} />} onPress={onOpenLibrary}>
          {t.background.library}
        </Button>
      }
    >
      <Swatches colour={colour} onChoose={(next) => setBackgroundColour(app, texts, next, colour)} />
    </LibraryChoice>
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

/** As high as the editor, so that what is below it stays where it is. */
function EditorFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.editor}>{children}</div>;
}
