import { useEffect } from 'react';
import { closeToolbar } from '../../core/toolbars.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { orientModel } from '../../model/orient-model.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import { AxisButtons } from './AxisButtons.tsx';
import styles from './CoordinatesPanel.module.css';
import { Detection } from './Detection.tsx';
import { showTopArrow } from './show-top-arrow.ts';

/** Where the top of the model points, what was detected in its file, and the way back to it. */
export function CoordinatesPanel() {
  const app = useApp();
  const { t } = useTexts();
  const model = useModel();
  const settings = useSettings();
  const { render_settings: look, model_normalisation } = settings;
  const orientation = model === null ? null : orientModel(model.report, settings).orientation;
  useEffect(() => showTopArrow(app), [app]);
  return (
    <ToolPanel title={t.coordinates.title} keys="C" onClose={() => closeToolbar(app)}>
      <div className={styles.body}>
        <p className={styles.points} aria-live="polite">
          {orientation === null ? (
            t.coordinates.noModel
          ) : (
            <>
              {t.coordinates.points(orientation.upAxis)}
              <br />
              {t.coordinates.sides(orientation.frontAxis, orientation.rightAxis)}
            </>
          )}
        </p>
        <AxisButtons chosen={look.up_axis} isDisabled={model === null} />
        {model !== null && (
          <Detection
            report={model.report}
            normalisation={model_normalisation ?? model.report.normalisation}
            upAxis={look.up_axis}
          />
        )}
      </div>
    </ToolPanel>
  );
}
