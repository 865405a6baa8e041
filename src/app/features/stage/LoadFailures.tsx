import { FileWarning, FileX2, MonitorX, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { AppError, type Failure } from '../../../contract/failure.ts';
import { useApp } from '../../core/use-app.ts';
import type { StageState } from '../../state/stage.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Details } from '../../ui/Details.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { describeLoadError, describeStageFailure } from './describe-load-failure.ts';
import { MissingFiles } from './MissingFiles.tsx';
import styles from './Stage.module.css';
import { useEscape } from './use-escape.ts';

interface CardProps {
  readonly sentence: string;
  readonly kept: string;
  readonly failure: Failure | null;
  /** Something stands on the stage that the card shall not hide. */
  readonly isLow: boolean;
  readonly onOpen: (files: readonly NamedFile[]) => void;
  readonly onRetry?: () => void;
  readonly onClose: () => void;
}

/** A file that could not be opened. What stands on the stage is still the project's. */
export function RefusedCard({ onOpen }: Pick<CardProps, 'onOpen'>) {
  const app = useApp();
  const texts = useTexts();
  const { refused, modelHash } = useSnapshot(app.state.stage);
  if (refused === null) return null;
  const failure = refused.failure as Failure | null;
  return (
    <Card
      sentence={describeLoadError(texts, refused.name, failure === null ? null : new AppError(failure))}
      kept={texts.t.stage.kept}
      failure={failure}
      isLow={modelHash !== null}
      onOpen={onOpen}
      onClose={() => {
        app.state.stage.refused = null;
      }}
    />
  );
}

/** The project's model could not be shown. */
export function FailedCard({
  onOpen,
  onRetry,
}: Pick<CardProps, 'onOpen'> & { readonly onRetry: () => void }) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const snapshot = useSnapshot(app.state.stage);
  const failed = snapshot.failed as StageState['failed'];
  if (failed === null || failed.isClosed) return null;
  return (
    <Card
      sentence={describeStageFailure(texts, failed)}
      kept={failed.hasFallback ? `${t.stage.fallback} ${t.stage.keptEmpty}` : t.stage.keptEmpty}
      failure={failed.failure}
      isLow={failed.hasFallback || snapshot.modelHash !== null}
      onOpen={onOpen}
      onRetry={onRetry}
      onClose={() => {
        if (app.state.stage.failed !== null) app.state.stage.failed.isClosed = true;
      }}
    />
  );
}

/** A model that cannot be shown without files that are still to be given. */
export function IncompleteCard({ onAdd }: { readonly onAdd: (files: readonly NamedFile[]) => void }) {
  const app = useApp();
  const { incomplete } = useSnapshot(app.state.stage);
  const { t, format } = useTexts();
  const close = (): void => {
    app.state.stage.incomplete = null;
  };
  useEscape(close);
  if (incomplete === null) return null;
  const { name, missing } = incomplete;
  const needed = missing.filter(({ use }) => use === 'buffer').map(({ uri }) => uri);
  return (
    <div className={styles.card} role="alert">
      <div className={styles.cardHead}>
        <FileWarning className={styles.danger} size={20} aria-hidden="true" />
        <h2>{t.models.missingFor(missing.length, name)}</h2>
      </div>
      <p>{t.models.incomplete}</p>
      <MissingFiles files={missing} />
      <div className={styles.cardActions}>
        <ChooseFile label={t.models.add} variant="primary" onChoose={onAdd} />
        <Button onPress={close}>{t.ui.close}</Button>
      </div>
      <p>{t.models.neededFirst(format.list(needed))}</p>
    </div>
  );
}

/** The stage itself cannot draw. */
export function GraphicsCard({
  failure,
  onRetry,
}: {
  readonly failure: Failure;
  readonly onRetry: () => void;
}) {
  const texts = useTexts();
  return (
    <div className={styles.card} role="alert">
      <div className={styles.cardHead}>
        <MonitorX className={styles.danger} size={20} aria-hidden="true" />
        <h2>{texts.t.stage.graphicsFailed}</h2>
      </div>
      <p>{describeFailure(texts, failure)}</p>
      <Details of={failure} />
      <Button onPress={onRetry}>{texts.t.stage.retry}</Button>
    </div>
  );
}

function Card({ sentence, kept, failure, isLow, onOpen, onRetry, onClose }: CardProps) {
  const { t } = useTexts();
  useEscape(onClose);
  return (
    <div className={styles.card} role="alert" data-low={isLow}>
      <div className={styles.cardHead}>
        <FileX2 className={styles.danger} size={20} aria-hidden="true" />
        <h2>{t.models.loadError}</h2>
        <IconButton size="sm" label={t.ui.close} icon={<X size={16} />} placement="left" onPress={onClose} />
      </div>
      <p>{sentence}</p>
      <p>{kept}</p>
      <Details of={failure} />
      <div className={styles.cardActions}>
        {onRetry !== undefined && <Button onPress={onRetry}>{t.stage.retry}</Button>}
        <ChooseFile label={t.stage.tryAnother} onChoose={onOpen} />
      </div>
    </div>
  );
}
