import { useQueries } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { RenderId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { HeldWindow } from '../../ui/use-held.ts';
import { listWhole } from '../../values/list-whole.ts';
import styles from './Downloads.module.css';
import { PictureDownload } from './PictureDownload.tsx';
import { renderQuery } from './queries.ts';
import { WorkingFiles } from './WorkingFiles.tsx';

/**
 * Finished pictures as files for a channel, one or all of them at once; of the first render its working files too.
 *
 * @param renderIds What has finished images; others add nothing.
 */
export function DownloadDialog({
  renderIds,
  onClose,
}: {
  readonly renderIds: readonly RenderId[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { downloads } = useLateTexts();
  const [holds, setHolds] = useState(0);
  const answers = useQueries({ queries: renderIds.map((id) => renderQuery(app, id)) });
  const renders = answers.flatMap(({ data }) => data ?? []);
  const pictures = renders.flatMap((render) => listWhole(render).map((image) => ({ render, image })));
  // What is asked for again after a failure is pending once more: what is chosen, and is being made, stays meanwhile.
  const isWaiting = answers.some(({ isPending, isFetchedAfterMount }) => isPending && !isFetchedAfterMount);
  const missing = answers.filter(({ data }) => data === undefined);
  const lacking = missing.length > 0 ? missing : answers;
  const isAsking = lacking.some(({ isFetching }) => isFetching);
  const askAgain = (): void => void Promise.all(lacking.map(({ refetch }) => refetch()));
  // Working files of the next one would be another's.
  const first = renders.find(({ id }) => id === renderIds[0]);
  return (
    <Modal isOpen onClose={onClose} title={t.exporting.download} size="md" isDismissable={holds === 0}>
      {isWaiting && (
        <p className={styles.waiting} role="status">
          <Spinner /> {t.ui.loading}
        </p>
      )}
      {!isWaiting && pictures.length === 0 && (
        <div role="alert">
          <EmptyState
            icon={<ImageOff size={28} />}
            title={downloads.unavailable}
            action={
              <Button isLoading={isAsking} onPress={askAgain}>
                {t.ui.retry}
              </Button>
            }
          />
        </div>
      )}
      {!isWaiting && pictures.length > 0 && (
        <div className={styles.body}>
          {missing.length > 0 && (
            <div className={styles.missing}>
              <FormError cause={missing.find(({ error }) => error !== null)?.error}>
                {downloads.missing(missing.length)}
              </FormError>
              <Button size="sm" isLoading={isAsking} onPress={askAgain}>
                {t.ui.retry}
              </Button>
            </div>
          )}
          <HeldWindow value={setHolds}>
            <PictureDownload pictures={pictures} main={renderIds[0]} onDone={onClose} />
            {first !== undefined && <WorkingFiles render={first} onDone={onClose} />}
          </HeldWindow>
        </div>
      )}
    </Modal>
  );
}
