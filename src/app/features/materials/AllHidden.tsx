import { EyeOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './AllHidden.module.css';
import { listHelpers } from './part-family.ts';
import { showAllParts } from './show-all-parts.ts';

/** Over the stage when a person has hidden every part of the model: a hidden model is not a lost one (D11). */
export function AllHidden() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { load } = useSnapshot(app.state.stage);
  const report = useModel()?.report;
  const { hidden_nodes: hiddenNodes } = useSettings().render_settings;
  if (report === undefined || load !== null || hiddenNodes.length === 0) return null;
  const hidden = new Set(hiddenNodes);
  const meshes = report.nodes.filter(({ hasMesh }) => hasMesh);
  if (meshes.length === 0 || meshes.some(({ index }) => !hidden.has(index))) return null;
  const helpers = listHelpers(report.nodes, report.warnings);
  const isHelperOnly = meshes.every(({ index }) => helpers.has(index));
  return (
    <div className={styles.card} role="status">
      <EyeOff size={20} aria-hidden="true" />
      <p className={styles.title}>{t.parts.allHidden}</p>
      <p className={styles.hint}>{t.parts.allHiddenHint}</p>
      <Button onPress={() => showAllParts(app, texts, isHelperOnly ? new Set() : helpers)}>
        {t.parts.showAll}
      </Button>
    </div>
  );
}
