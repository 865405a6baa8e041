import { ToggleButton } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { describeHelperViews } from '../../../contract/helper-views.ts';
import { goToHelperView } from '../../helper-views.ts';
import { orientModel } from '../../orient-model.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { closeToolbar } from '../../toolbars.ts';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { useApp } from '../../use-app.ts';
import { useModel } from '../../use-model.ts';
import { useSettings } from '../../use-settings.ts';
import { Turntable } from './Turntable.tsx';
import styles from './ViewHelperPanel.module.css';
import { ViewIcon } from './ViewIcon.tsx';

/** Looks at the model from seven sides, by button or by digit, or from all sides in turn. */
export function ViewHelperPanel() {
  const app = useApp();
  const { t } = useTexts();
  const { helperView } = useSnapshot(app.state.stage);
  const model = useModel();
  const settings = useSettings();
  const stood = model === null ? null : orientModel(model.report, settings);
  return (
    <ToolPanel title={t.viewHelper.title} keys="V" onClose={() => closeToolbar(app)}>
      {stood !== null && <p className={styles.hint}>{t.viewHelper.types[stood.orientation.type]}</p>}
      <div className={styles.views}>
        {describeHelperViews(stood?.bounds ?? null, stood?.orientation.type).map((view, index) => {
          const description = t.viewHelper.describe(t.viewHelper.from[view.name], view.description);
          return (
            <Tooltip key={view.name} text={description} keys={`${index + 1}`}>
              <ToggleButton
                className={styles.view ?? ''}
                aria-description={description}
                isSelected={helperView === view.name}
                onChange={() => void goToHelperView(app, view.name)}
              >
                <ViewIcon color={view.color} region={view.region} />
                <span className={styles.name}>{t.viewHelper.views[view.name]}</span>
                <span className={styles.keys} aria-hidden="true">
                  {index + 1}
                </span>
              </ToggleButton>
            </Tooltip>
          );
        })}
      </div>
      <Turntable />
    </ToolPanel>
  );
}
