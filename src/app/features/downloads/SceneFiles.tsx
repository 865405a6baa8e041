import styles from './Downloads.module.css';
import { WorkingFiles } from './WorkingFiles.tsx';

/** The working files of the scene as it stands, in a window of their own. */
export function SceneFiles({ onDone }: { readonly onDone: () => void }) {
  return (
    <div className={styles.body}>
      <WorkingFiles render={null} isMain onDone={onDone} />
    </div>
  );
}
