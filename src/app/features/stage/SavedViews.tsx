import { ToggleButton } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useApp } from '../../use-app.ts';
import { useSettings } from '../../use-settings.ts';
import { goToView } from './go-to-view.ts';
import styles from './Stage.module.css';

/** The project's saved views; a press moves the camera there. Nothing while there are none. */
export function SavedViews() {
  const app = useApp();
  const { t } = useTexts();
  const { camera_views: views } = useSettings();
  const { activeView, modelHash } = useSnapshot(app.state.stage);
  const listed = [...views].filter((view) => view.id !== 0).sort((a, b) => a.order - b.order);
  if (listed.length === 0 || modelHash === null) return null;
  return (
    <div className={styles.views} role="toolbar" aria-label={t.stage.views}>
      {listed.map((view) => (
        <ViewChip key={view.uuid} view={view} isOn={view.uuid === activeView} />
      ))}
    </div>
  );
}

function ViewChip({ view, isOn }: { readonly view: SavedView; readonly isOn: boolean }) {
  const app = useApp();
  return (
    <ToggleButton className={styles.view ?? ''} isSelected={isOn} onChange={() => void goToView(app, view)}>
      {view.name}
    </ToggleButton>
  );
}
