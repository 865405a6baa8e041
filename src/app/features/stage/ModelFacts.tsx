import type { NamedFile } from '../../../contract/compute-api.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useModel } from '../../use-model.ts';
import { useSettings } from '../../use-settings.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { MissingFiles } from './MissingFiles.tsx';
import styles from './Stage.module.css';

/** What is on the stage: file, triangles, where its top points; and what the file lacks, to be added. */
export function ModelFacts({ onAdd }: { readonly onAdd: (files: readonly NamedFile[]) => void }) {
  const { t, format } = useTexts();
  const model = useModel();
  const { render_settings: look } = useSettings();
  if (model === null) return null;
  const { report, originals } = model;
  const missing = report.warnings.filter((warning) => warning.kind === 'missing-file');
  const refused = report.warnings.flatMap((warning) => (warning.kind === 'refused-uri' ? [warning.uri] : []));
  // A material library goes into the OBJ file, which only the device that opened it has.
  const count = missing.length + refused.length;
  const canAdd =
    originals !== undefined || missing.some(({ use }) => use === 'image') || missing.length < count;
  return (
    <div className={styles.corner}>
      {count > 0 && (
        <details className={styles.missing}>
          <summary>{t.models.missingFor(count, model.name)}</summary>
          {missing.length > 0 && <MissingFiles files={missing} />}
          {refused.length > 0 && <p>{t.models.refused(format.list(refused))}</p>}
          {canAdd && <ChooseFile label={t.models.add} onChoose={onAdd} />}
        </details>
      )}
      <ul className={styles.facts} aria-label={t.stage.facts}>
        <li className={styles.name}>{model.name}</li>
        <li>{t.stage.triangles(report.triangleCount)}</li>
        <li>{t.stage.up[look.up_axis]}</li>
      </ul>
    </div>
  );
}
