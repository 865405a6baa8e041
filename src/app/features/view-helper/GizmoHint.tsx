import { useSnapshot } from 'valtio';
import type { HelperView } from '../../../contract/stage.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './GizmoHint.module.css';
import { useHelperViews } from './use-helper-views.ts';

/** Above the gizmo, the view under the pointer; and for who hears the page, the view that the camera went to. */
export function GizmoHint() {
  const app = useApp();
  const { t } = useTexts();
  const { hoveredView, helperView, toolbar } = useSnapshot(app.state.stage);
  const { views } = useHelperViews();
  const describe = (name: HelperView | null): string => {
    const view = views.find((candidate) => candidate.name === name);
    if (view === undefined) return '';
    const description = t.viewHelper.describe(t.viewHelper.from[view.name], view.description);
    return `${t.viewHelper.views[view.name]}. ${description}`;
  };
  return (
    <>
      {hoveredView !== null && (
        <p className={styles.hint} aria-hidden="true">
          {describe(hoveredView)}
        </p>
      )}
      {/* The open panel's button says that it is pressed. */}
      <span className="spoken" role="status">
        {toolbar === 'views' ? '' : describe(helperView)}
      </span>
    </>
  );
}
