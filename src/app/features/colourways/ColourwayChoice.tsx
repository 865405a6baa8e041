import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './ColourwayChoice.module.css';
import { chooseColourway } from './choose-colourway.ts';

const AS_FILE = 'file';

/** The colourways that came with the model, to choose one; nothing where it has none. */
export function ColourwayChoice() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const variants = useModel()?.report.variants ?? [];
  const { variant } = useSettings().render_settings;
  if (variants.length === 0) return null;
  const index = variants.findIndex(({ name }) => name === variant);
  return (
    <div className={styles.choice}>
      <Select
        label={t.colourways.label}
        options={[
          { id: AS_FILE, label: t.colourways.asFile },
          ...variants.map(({ name }, number) => ({ id: String(number), label: name })),
        ]}
        value={index === -1 ? AS_FILE : String(index)}
        onChange={(id) => chooseColourway(app, texts, id === AS_FILE ? null : variants[Number(id)]!.name)}
      />
    </div>
  );
}
