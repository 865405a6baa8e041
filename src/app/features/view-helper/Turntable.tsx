import { useSyncExternalStore } from 'react';
import { onLessMotion, wantsLessMotion } from '../../browser/less-motion.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Switch } from '../../ui/Switch.tsx';
import styles from './ViewHelperPanel.module.css';

/** Lets the camera circle the model until a person takes it. No edit: it travels with the next save, like the camera. */
export function Turntable() {
  const app = useApp();
  const { t } = useTexts();
  const isOff = useSyncExternalStore(onLessMotion, wantsLessMotion);
  const { auto_rotate: isOn } = useSettings().render_settings;
  return (
    <div className={styles.turntable}>
      <Switch
        label={t.viewHelper.turntable}
        isSelected={isOn && !isOff}
        isDisabled={isOff}
        onChange={(wanted) => {
          app.state.project.settings.render_settings.auto_rotate = wanted;
        }}
      />
      {isOff && <p className={styles.hint}>{t.viewHelper.lessMotion}</p>}
    </div>
  );
}
