import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './PoseChoice.module.css';
import { PoseMoment } from './PoseMoment.tsx';
import { setPose } from './set-pose.ts';

const AS_FILE = 'file';

/** The animations that came with the model, to choose a moment of one as its pose; nothing where it has none. */
export function PoseChoice() {
  const app = useApp();
  const { t } = useTexts();
  const { clips } = useSnapshot(app.state.stage);
  const { pose } = useSettings().render_settings;
  if (clips.length === 0) return null;
  const clip = pose === null ? undefined : clips[pose.clip];
  const names = clips.map(({ name }, index) => name || t.poses.clip(index + 1));
  return (
    <div className={styles.choice}>
      <Select
        label={t.poses.label}
        options={[
          { id: AS_FILE, label: t.poses.asFile },
          ...names.map((label, index) => ({ id: String(index), label })),
        ]}
        value={clip === undefined || pose === null ? AS_FILE : String(pose.clip)}
        onChange={(id) => {
          const chosen = id === AS_FILE ? null : { clip: Number(id), seconds: 0 };
          const name = chosen === null ? t.poses.asFile : (names[chosen.clip] ?? '');
          setPose(app, t.poses.undo(name), chosen);
        }}
      />
      {clip !== undefined && pose !== null && clip.seconds > 0 && (
        <PoseMoment key={pose.clip} pose={pose} duration={clip.seconds} />
      )}
    </div>
  );
}
