import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ProjectId } from '../../../contract/ids.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { useApp } from '../../core/use-app.ts';
import { type MaterialRow, materialEntry } from '../../model/list-materials.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './MaterialHistory.module.css';
import { versionsQuery } from './queries.ts';
import { RestoreForm } from './RestoreForm.tsx';
import { VersionCompare } from './VersionCompare.tsx';
import { VersionList } from './VersionList.tsx';

/** The states that a material had (G26): a list, two of them side by side, and the way back to one. */
export function MaterialHistory({
  row,
  name,
  onClose,
}: {
  readonly row: MaterialRow;
  /** As the lists print it. */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const app = useApp();
  const { serverId } = useSnapshot(app.state.project);
  const { connection } = useSnapshot(app.state.shell);
  return (
    <Modal isOpen onClose={onClose} title={t.history.title(name)} size="lg">
      <div className={styles.history}>
        {serverId === null || connection !== 'online' ? (
          <EmptyState
            icon={<History size={28} />}
            title={serverId === null ? t.history.notSaved : t.history.offline}
            message={serverId === null ? t.history.notSavedHint : t.history.offlineHint}
          />
        ) : (
          <Versions row={row} projectId={serverId} onRestored={onClose} />
        )}
      </div>
    </Modal>
  );
}

function Versions({
  row,
  projectId,
  onRestored,
}: {
  readonly row: MaterialRow;
  readonly projectId: ProjectId;
  readonly onRestored: () => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { data: versions, isError, refetch } = useQuery(versionsQuery(app, projectId, row.id), app.queries);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [besideId, setBesideId] = useState<number | null>(null);
  if (isError) {
    return (
      <EmptyState
        icon={<History size={28} />}
        title={t.history.failed}
        message={t.history.failedHint}
        action={<Button onPress={() => void refetch()}>{t.ui.retry}</Button>}
      />
    );
  }
  if (versions === undefined) {
    return (
      <p className={styles.waiting} role="status">
        <Spinner /> {t.ui.loading}
      </p>
    );
  }
  const chosen = versions.find(({ id }) => id === chosenId) ?? versions[0];
  if (chosen === undefined) {
    return <EmptyState icon={<History size={28} />} title={t.history.none} message={t.history.noneHint} />;
  }
  const now: ModelMaterial = materialEntry(row);
  const beside = versions.find(({ id }) => id === besideId) ?? null;
  return (
    <div className={styles.columns}>
      <VersionList versions={versions} chosenId={chosen.id} onChoose={setChosenId} />
      <div className={styles.detail}>
        <VersionCompare
          versions={versions}
          now={now}
          besideId={beside?.id ?? null}
          onBeside={setBesideId}
          chosen={chosen}
        />
        <RestoreForm key={chosen.id} version={chosen} now={now} onRestored={onRestored} />
      </div>
    </div>
  );
}
