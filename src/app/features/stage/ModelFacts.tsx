import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { countHidden } from './count-hidden.ts';
import { MissingFiles } from './MissingFiles.tsx';
import styles from './Stage.module.css';

/** What is on the stage: file, triangles, where its top points; and what the file lacks, to be added. */
export function ModelFacts({
  onAdd,
  children,
}: {
  readonly onAdd: (files: readonly NamedFile[]) => void;
  /** Stands above them. */
  readonly children?: ReactNode;
}) {
  const app = useApp();
  const { t, format } = useTexts();
  const model = useModel();
  // What is said of the live view stands in their place.
  const { isOn: isLive } = useSnapshot(app.state.live);
  const { render_settings: look } = useSettings();
  if (model === null) return null;
  const { report, originals } = model;
  const missing = report.warnings.filter((warning) => warning.kind === 'missing-file');
  const refused = report.warnings.flatMap((warning) => (warning.kind === 'refused-uri' ? [warning.uri] : []));
  // A material library goes into the OBJ file, which only the device that opened it has.
  const count = missing.length + refused.length;
  const canAdd =
    originals !== undefined || missing.some(({ use }) => use === 'image') || missing.length < count;
  const hiddenCount = report.contents === undefined ? 0 : countHidden(report.contents);
  const openAbout = (): void => {
    app.state.shell.modal = { kind: 'about-model' };
  };
  const about =
    hiddenCount === 0 ? (
      <IconButton
        size="sm"
        placement="top"
        label={t.stage.aboutModel}
        icon={<Info size={14} />}
        onPress={openAbout}
      />
    ) : (
      <Button
        size="sm"
        variant="quiet"
        icon={<Info size={14} aria-hidden="true" />}
        aria-label={`${t.stage.notShown(hiddenCount)}. ${t.stage.aboutModel}`}
        onPress={openAbout}
      >
        {t.stage.notShown(hiddenCount)}
      </Button>
    );
  return (
    <div className={styles.corner} data-live={isLive}>
      {children}
      {count > 0 && (
        <details className={styles.missing}>
          <summary>{t.models.missingFor(count, model.name)}</summary>
          {missing.length > 0 && <MissingFiles files={missing} />}
          {refused.length > 0 && <p>{t.models.refused(format.list(refused))}</p>}
          {canAdd && <ChooseFile label={t.models.add} onChoose={onAdd} />}
        </details>
      )}
      {!isLive && (
        <ul className={styles.facts} aria-label={t.stage.facts}>
          <li className={styles.name}>{model.name}</li>
          <li>{t.stage.triangles(report.triangleCount)}</li>
          <li>{t.stage.up[look.up_axis]}</li>
          <li className={styles.about}>{about}</li>
        </ul>
      )}
    </div>
  );
}
