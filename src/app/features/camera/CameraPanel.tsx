import { closeToolbar } from '../../core/toolbars.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ToolPanel } from '../../ui/ToolPanel.tsx';
import styles from './CameraPanel.module.css';
import { DepthFields } from './DepthFields.tsx';
import { LensFields } from './LensFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { ShiftFields } from './ShiftFields.tsx';
import { useCamera } from './use-camera.ts';

/** The camera as a photographer has it: its lens, what is sharp, its shift, and where it stands in numbers. */
export function CameraPanel() {
  const app = useApp();
  const { t } = useTexts();
  const { camera: words } = useLateTexts();
  const shown = useCamera();
  return (
    <ToolPanel title={t.keys.labels.camera} keys="K" onClose={() => closeToolbar(app)}>
      {shown === null ? (
        <p className={styles.hint}>{words.noModel}</p>
      ) : (
        <>
          <LensFields {...shown} />
          <DepthFields {...shown} />
          <ShiftFields {...shown} />
          <PlaceFields {...shown} />
        </>
      )}
    </ToolPanel>
  );
}
