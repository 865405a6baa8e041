import { Box, FileX2, MonitorX } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Failure } from '../../../contract/failure.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useApp } from '../../use-app.ts';
import { useSettings } from '../../use-settings.ts';
import { ChooseFile } from './ChooseFile.tsx';
import styles from './Stage.module.css';

interface Actions {
  readonly onOpen: (file: File) => void;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

/** What stands over the stage: a model on its way, one that failed, or an empty stage and how to fill it. */
export function StageNotice(actions: Actions) {
  const app = useApp();
  const { t } = useTexts();
  const { load, failed, modelHash, graphics, graphicsReason } = useSnapshot(app.state.stage);
  const { status } = useSnapshot(app.state.project);
  const settings = useSettings();
  if (graphics === 'failed') {
    const failure = { code: 'graphics-unavailable', reason: graphicsReason ?? '' } as const;
    return <GraphicsCard failure={failure} onRetry={actions.onRetry} />;
  }
  if (load !== null) return <LoadCard onCancel={actions.onCancel} />;
  if (failed !== null)
    return <FailedCard name={failed.name} failure={failed.failure as Failure} {...actions} />;
  if (status !== 'ready' || modelHash !== null) return null;
  if (settings.model_hash !== null) {
    return (
      <div className={styles.card}>
        <p>{t.stage.cancelled}</p>
        <Button onPress={actions.onRetry}>{t.stage.retry}</Button>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={<Box size={40} strokeWidth={1.25} />}
        title={t.stage.dropTitle}
        message={t.stage.dropHint}
        action={<ChooseFile label={t.stage.choose} variant="primary" onChoose={actions.onOpen} />}
      />
      <p className={styles.stays}>{t.stage.stays}</p>
    </div>
  );
}

function LoadCard({ onCancel }: Pick<Actions, 'onCancel'>) {
  const app = useApp();
  const { t, format } = useTexts();
  const { load } = useSnapshot(app.state.stage);
  if (load === null) return null;
  const size = load.sizeBytes === null ? '' : `, ${format.bytes(load.sizeBytes)}`;
  return (
    <div className={styles.card} role="status">
      <div className={styles.cardHead}>
        <h2>{t.stage.loading(load.name)}</h2>
        <span>{format.percent(load.progress / 100)}</span>
      </div>
      <ProgressBar label={t.stage.loading(load.name)} value={load.progress} tone="plain" />
      <p>{`${t.stage[load.phase]}${size}`}</p>
      <Button size="sm" onPress={onCancel}>
        {t.ui.cancel}
      </Button>
    </div>
  );
}

function FailedCard({
  name,
  failure,
  onOpen,
  onRetry,
}: Actions & { readonly name: string; readonly failure: Failure }) {
  const texts = useTexts();
  const { t } = texts;
  const sentence = describeFailure(texts, failure);
  return (
    <div className={styles.card} role="alert">
      <div className={styles.cardHead}>
        <FileX2 className={styles.danger} size={20} aria-hidden="true" />
        <h2>{t.stage.failedTitle(name)}</h2>
      </div>
      <p>{sentence}</p>
      <p>{t.stage.keptEmpty}</p>
      <div className={styles.cardActions}>
        <Button onPress={onRetry}>{t.stage.retry}</Button>
        <ChooseFile label={t.stage.tryAnother} onChoose={onOpen} />
        <Button
          variant="quiet"
          onPress={() => void navigator.clipboard?.writeText(`${name}: ${JSON.stringify(failure)}`)}
        >
          {t.stage.copyDetails}
        </Button>
      </div>
    </div>
  );
}

function GraphicsCard({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const texts = useTexts();
  return (
    <div className={styles.card} role="alert">
      <div className={styles.cardHead}>
        <MonitorX className={styles.danger} size={20} aria-hidden="true" />
        <h2>{texts.t.stage.graphicsFailed}</h2>
      </div>
      <p>{describeFailure(texts, failure)}</p>
      <Button onPress={onRetry}>{texts.t.stage.retry}</Button>
    </div>
  );
}
