import { ProductLight } from '../../../contract/render-spec.ts';
import { useSystem } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { judgeKept } from '../../model/judge-kept.ts';
import { planEngine } from '../../model/plan-engine.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AdvancedSection.module.css';
import { setKeptProduct } from './set-picture.ts';

/**
 * Whether an AI engine leaves the product alone, and in which light that is then drawn.
 *
 * @param hasWorkflow The operator's own graph draws: it paints the whole picture.
 */
export function ProductControl({ hasWorkflow }: { readonly hasWorkflow: boolean }) {
  const app = useApp();
  const { keptProduct: t } = useLateTexts();
  const settings = useSettings();
  const system = useSystem()?.system ?? null;
  const model = useModel();
  const { keep_product: kept } = settings.render_settings;
  const notKept = judgeKept(model?.report ?? null, settings, planEngine(settings.render_settings, system));
  if (hasWorkflow) return <span className={styles.help}>{t.withWorkflow}</span>;
  return (
    <>
      <div className={styles.group}>
        <Switch
          label={t.label}
          isSelected={kept !== 'off'}
          onChange={(isKept) => setKeptProduct(app, t.undo, isKept ? 'studio' : 'off')}
        />
        <span className={styles.help}>
          {kept === 'off' ? t.off : notKept === null ? t.on : t.notKept[notKept]}
        </span>
      </div>
      {kept !== 'off' && (
        <div className={styles.group}>
          <span className={styles.label}>{t.light}</span>
          <Segments
            label={t.light}
            isWide
            value={kept}
            options={ProductLight.options.map((value) => ({ value, label: t.lights[value] }))}
            onChange={(light) => setKeptProduct(app, t.undo, light)}
          />
          <span className={styles.help}>{t.lightHelp[kept]}</span>
        </div>
      )}
    </>
  );
}
