import { Ellipsis, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SAVED_VIEWS_MAX } from '../../../contract/constants.ts';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Deferred } from '../../ui/Deferred.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useListFocus } from '../../ui/use-list-focus.ts';
import { clearViews } from './delete-views.ts';
import { listViews } from './list-views.ts';
import { RenameView } from './RenameView.tsx';
import { chooseCameraOnly } from './remember-camera-only.ts';
import { saveView } from './save-view.ts';
import { ViewList } from './ViewList.tsx';
import styles from './ViewsBar.module.css';

/** The saved views over the stage, with what saves another one. Nothing while there is no model. */
export function ViewsBar() {
  const { modelHash } = useSnapshot(useApp().state.stage);
  if (modelHash === null) return null;
  return (
    <Deferred>
      <Bar modelHash={modelHash} />
    </Deferred>
  );
}

/** @param modelHash Of the model on the stage. */
function Bar({ modelHash }: { readonly modelHash: string }) {
  const { t } = useTexts();
  const settings = useSettings();
  const views = listViews(settings);
  const bar = useRef<HTMLElement>(null);
  useListFocus(bar);
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  return (
    <section ref={bar} className={styles.bar} aria-label={t.views.title} data-tour="views">
      {views.length > 0 && <ViewList views={views} onRename={setRenamed} />}
      <div className={styles.tools}>
        <SaveButton count={views.length} isShown={settings.model_hash === modelHash} />
        {views.length > 0 && <ListMenu count={views.length} />}
      </div>
      <RenameView view={renamed} onClose={() => setRenamed(null)} />
    </section>
  );
}

/** @param isShown False while the stage shows another model than the project's: a press would keep nothing. */
function SaveButton({ count, isShown }: { readonly count: number; readonly isShown: boolean }) {
  const app = useApp();
  const { t } = useTexts();
  const { isSaving, movingTo } = useSnapshot(app.state.views);
  const isFull = count >= SAVED_VIEWS_MAX;
  const isOff = isFull || !isShown || movingTo !== null;
  return (
    <>
      {isFull && <span className={styles.count}>{t.views.count(count, SAVED_VIEWS_MAX)}</span>}
      <IconButton
        label={isFull ? t.views.full(SAVED_VIEWS_MAX) : isShown ? t.views.save : t.views.saveLater}
        icon={<Plus size={18} />}
        isLoading={isSaving}
        aria-disabled={isOff}
        onPress={() => {
          if (!isOff) void saveView(app);
        }}
      />
      {count === 0 && <span className={styles.hint}>{t.views.save}</span>}
    </>
  );
}

function ListMenu({ count }: { readonly count: number }) {
  const app = useApp();
  const { t } = useTexts();
  const { isCameraOnly } = useSnapshot(app.state.views);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        trigger={<IconButton label={t.views.listMenu} icon={<Ellipsis size={18} />} />}
        label={t.views.listMenu}
        header={t.views.count(count, SAVED_VIEWS_MAX)}
        entries={[
          {
            id: 'camera',
            label: t.views.cameraOnly,
            isChosen: isCameraOnly,
            onAction: () => chooseCameraOnly(app, !isCameraOnly),
          },
          { id: 'clear', label: t.views.clear, isDestructive: true, onAction: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        message={t.views.clearQuestion(count)}
        onConfirm={() => {
          setAsking(false);
          clearViews(app);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
