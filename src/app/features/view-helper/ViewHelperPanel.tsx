import { useSnapshot } from 'valtio';
import { closeToolbar } from '../../core/toolbars.ts';
import { useApp } from '../../core/use-app.ts';
import { goToHelperView } from '../../scene/helper-views.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import { Turntable } from './Turntable.tsx';
import { useHelperViews } from './use-helper-views.ts';
import { ViewButton } from './ViewButton.tsx';
import styles from './ViewHelperPanel.module.css';

/** Looks at the model from seven sides, by button or by digit, or from all sides in turn. */
export function ViewHelperPanel() {
  const app = useApp();
  const { t } = useTexts();
  const { helperView } = useSnapshot(app.state.stage);
  const { views, type } = useHelperViews();
  return (
    <ToolPanel title={t.viewHelper.title} keys="V" onClose={() => closeToolbar(app)}>
      {type !== null && <p className={styles.hint}>{t.viewHelper.types[type]}</p>}
      <div className={styles.views}>
        {views.map((view, index) => (
          <ViewButton
            key={view.name}
            view={view}
            digit={index + 1}
            isSelected={helperView === view.name}
            onPress={() => void goToHelperView(app, view.name)}
          />
        ))}
      </div>
      <Turntable />
    </ToolPanel>
  );
}
