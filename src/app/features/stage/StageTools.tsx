import { Aperture, FolderOpen, Keyboard, Maximize, Redo2, Undo2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { toggleLive, toggleToolbar } from '../../core/toolbars.ts';
import { useApp } from '../../core/use-app.ts';
import { fitCamera } from '../../scene/move-camera.ts';
import { hasOwnSteps } from '../../state/light-map.ts';
import type { Toolbar } from '../../state/stage.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import styles from './Stage.module.css';

/** One tool of the stage: its button at the left edge and the panel that opens beside it. */
export interface StageToolbar {
  readonly id: Toolbar;
  readonly icon: ReactNode;
  /** Letter that opens and closes it, as printed on keys. */
  readonly keys: string;
  readonly label: (t: Catalogue) => string;
  readonly Panel: ComponentType;
}

/** The tools at the stage's left edge; on a portrait tablet they stand beside it with their names. */
export function StageTools({
  toolbars,
  onOpen,
  onUndo,
  onRedo,
}: {
  readonly toolbars: readonly StageToolbar[];
  readonly onOpen: (files: readonly NamedFile[]) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { modelHash, toolbar } = useSnapshot(app.state.stage);
  const { isOn: isLive } = useSnapshot(app.state.live);
  const { undoLabel, redoLabel } = useStepLabels();
  const undo = undoLabel === null ? t.project.nothingToUndo : t.project.undo(undoLabel);
  const redo = redoLabel === null ? t.project.nothingToRedo : t.project.redo(redoLabel);
  return (
    <div
      className={styles.tools}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t.stage.tools}
      data-tour="tools"
    >
      {toolbars.map(({ id, icon, keys, label }) => (
        <div key={id} className={styles.tool}>
          <IconButton
            label={label(t)}
            keys={keys}
            icon={icon}
            placement="right"
            isOn={toolbar === id}
            isDisabled={modelHash === null && toolbar !== id}
            onPress={() => toggleToolbar(app, id)}
          />
          <span aria-hidden="true">{label(t)}</span>
        </div>
      ))}
      {toolbars.length > 0 && <hr className={styles.rule} />}
      <div className={styles.tool}>
        <ChooseFile label={t.stage.open} onChoose={onOpen} icon={<FolderOpen size={18} />} isIconOnly />
        <span aria-hidden="true">{t.stage.open}</span>
      </div>
      <div className={styles.tool}>
        <IconButton
          label={t.stage.fit}
          keys="F"
          icon={<Maximize size={18} />}
          placement="right"
          isDisabled={modelHash === null}
          onPress={() => void fitCamera(app)}
        />
        <span aria-hidden="true">{t.stage.fit}</span>
      </div>
      <div className={styles.tool}>
        <IconButton
          label={t.keys.labels.live}
          keys="L"
          icon={<Aperture size={18} />}
          placement="right"
          isOn={isLive}
          isDisabled={modelHash === null && !isLive}
          onPress={() => toggleLive(app)}
        />
        <span aria-hidden="true">{t.keys.labels.live}</span>
      </div>
      <hr className={styles.rule} />
      <div className={styles.steps}>
        <div className={styles.tool}>
          <IconButton
            label={undo}
            keys="Ctrl+Z"
            icon={<Undo2 size={18} />}
            placement="right"
            isDisabled={undoLabel === null}
            onPress={onUndo}
          />
          <span aria-hidden="true">{t.stage.undoTool}</span>
        </div>
        <div className={styles.tool}>
          <IconButton
            label={redo}
            keys="Shift+Ctrl+Z"
            icon={<Redo2 size={18} />}
            placement="right"
            isDisabled={redoLabel === null}
            onPress={onRedo}
          />
          <span aria-hidden="true">{t.stage.redoTool}</span>
        </div>
      </div>
      <div className={styles.keys}>
        <IconButton
          label={t.keys.open}
          keys="?"
          icon={<Keyboard size={18} />}
          placement="right"
          onPress={() => {
            app.state.shell.modal = { kind: 'shortcuts' };
          }}
        />
      </div>
    </div>
  );
}

/** What would be taken back, and done again; null for nothing. */
function useStepLabels(): { readonly undoLabel: string | null; readonly redoLabel: string | null } {
  const app = useApp();
  const { t } = useTexts();
  const { undoLabel, redoLabel } = useSnapshot(app.state.project);
  const { toolbar } = useSnapshot(app.state.stage);
  const { current } = useSnapshot(app.state.lightMap);
  if (!hasOwnSteps({ toolbar })) return { undoLabel, redoLabel };
  const { stroke } = t.lightMap;
  return {
    undoLabel: current !== null && current.undoable > 0 ? stroke : null,
    redoLabel: current !== null && current.redoable > 0 ? stroke : null,
  };
}
