import { isLargePicture } from '../../../contract/camera/picture-frame.ts';
import { LAYER_BYTES_PER_PIXEL } from '../../../contract/files/picture-layers.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Switch } from '../../ui/Switch.tsx';
import styles from './AdvancedSection.module.css';
import { setLayers } from './set-picture.ts';

/** Whether the built-in engine keeps files for compositing, and what they take. */
export function LayerControl() {
  const app = useApp();
  const { format } = useTexts();
  const { picture } = useLateTexts();
  const { keep_layers: keepsLayers, width, height, floor } = useSettings().render_settings;
  return (
    <div className={styles.group}>
      <Switch
        label={picture.layers}
        isSelected={keepsLayers}
        onChange={(isKept) => setLayers(app, picture.undoLayers, isKept)}
      />
      <span className={styles.help}>
        {isLargePicture(width, height)
          ? picture.layersLarge
          : picture.layersHelp(format.bytes(width * height * LAYER_BYTES_PER_PIXEL))}
      </span>
      {keepsLayers && floor.cyclorama !== undefined && (
        <span className={styles.help}>{picture.layersWithCyclorama}</span>
      )}
    </div>
  );
}
