import { ToggleButton } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { HELPER_VIEWS } from '../../../contract/viewer-api.ts';
import { goToHelperView } from '../../helper-views.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { closeToolbar } from '../../toolbars.ts';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import { useApp } from '../../use-app.ts';
import { Turntable } from './Turntable.tsx';
import styles from './ViewHelperPanel.module.css';

/** Looks at the model from seven sides, by button or by digit, or from all sides in turn. */
export function ViewHelperPanel() {
  const app = useApp();
  const { t } = useTexts();
  const { helperView } = useSnapshot(app.state.stage);
  return (
    <ToolPanel title={t.viewHelper.title} keys="V" onClose={() => closeToolbar(app)}>
      <div className={styles.views}>
        {HELPER_VIEWS.map((view, index) => (
          <ToggleButton
            key={view}
            className={styles.view ?? ''}
            isSelected={helperView === view}
            onChange={() => void goToHelperView(app, view)}
          >
            {t.viewHelper.views[view]}
            <span className={styles.keys} aria-hidden="true">
              {index + 1}
            </span>
          </ToggleButton>
        ))}
      </div>
      <Turntable />
    </ToolPanel>
  );
}
