import { useTexts } from '../../texts/use-texts.ts';
import { useModel } from '../../use-model.ts';
import styles from './Stage.module.css';

/** What is on the stage: file, triangles, which way was up in the file; and what the file lacks. */
export function ModelFacts() {
  const { t } = useTexts();
  const model = useModel();
  if (model === null) return null;
  const { report } = model;
  const missing = report.warnings.filter((warning) => warning.kind === 'missing-file');
  return (
    <div className={styles.corner}>
      {missing.length > 0 && (
        <details className={styles.missing}>
          <summary>{t.stage.missingTitle(missing.length)}</summary>
          <p>{t.stage.missingHint}</p>
          <ul>
            {missing.map((warning) => (
              <li key={warning.uri}>{warning.uri.slice(0, 200)}</li>
            ))}
          </ul>
        </details>
      )}
      <ul className={styles.facts} aria-label={t.stage.facts}>
        <li className={styles.name}>{model.name}</li>
        <li>{t.stage.triangles(report.triangleCount)}</li>
        <li>{t.stage.up[report.detection.system]}</li>
      </ul>
    </div>
  );
}
