import { Box } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { LOADER_END_MS, LOADER_HIDE_MS } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import type { ModelLoad } from '../../state/stage.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import styles from './Stage.module.css';

const RefusedCard = lazyPart(async () => (await import('./LoadFailures.tsx')).RefusedCard, CardFrame);
const IncompleteCard = lazyPart(async () => (await import('./LoadFailures.tsx')).IncompleteCard, CardFrame);
const GraphicsCard = lazyPart(async () => (await import('./LoadFailures.tsx')).GraphicsCard, CardFrame);
const FailedCard = lazyPart(async () => (await import('./LoadFailures.tsx')).FailedCard, CardFrame);

interface Actions {
  readonly onOpen: (files: readonly NamedFile[]) => void;
  readonly onAdd: (files: readonly NamedFile[]) => void;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

/** What stands over the stage: a model on its way, one that failed, or an empty stage and how to fill it. */
export function StageNotice(actions: Actions) {
  const app = useApp();
  const { t } = useTexts();
  const { failed, refused, incomplete, modelHash, graphics, graphicsReason } = useSnapshot(app.state.stage);
  const { status } = useSnapshot(app.state.project);
  const settings = useSettings();
  const load = useShownLoad();
  if (graphics === 'failed') {
    const failure = { code: 'graphics-unavailable', reason: graphicsReason ?? '' } as const;
    return <GraphicsCard failure={failure} onRetry={actions.onRetry} />;
  }
  if (load !== null) return <LoadCard load={load} onCancel={actions.onCancel} />;
  if (graphics === 'lost') {
    return (
      <div className={styles.card} role="status">
        <p>
          <Spinner /> {t.stage.drawing}
        </p>
      </div>
    );
  }
  if (incomplete !== null) return <IncompleteCard onAdd={actions.onAdd} />;
  if (refused !== null) return <RefusedCard onOpen={actions.onOpen} />;
  if (failed !== null) return <FailedCard onOpen={actions.onOpen} onRetry={actions.onRetry} />;
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

type Load = Readonly<ModelLoad>;

/**
 * The load under way. Once a model has come to the stage the load that brought it, full: for {@link LOADER_HIDE_MS} from
 * when that is drawn, on a page that is too busy to draw it until {@link LOADER_END_MS} after the end.
 */
function useShownLoad(): Load | null {
  const app = useApp();
  const { load, modelHash } = useSnapshot(app.state.stage);
  const last = useRef<Load | null>(null);
  const [full, setFull] = useState<Load | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = load;
    if (load !== null || before === null || before.hash === null || before.hash !== modelHash) return;
    setFull({ ...before, progress: 100 });
    const timer = setTimeout(() => setFull(null), LOADER_END_MS);
    return () => {
      clearTimeout(timer);
      setFull(null);
    };
  }, [load, modelHash]);
  useEffect(() => {
    if (full === null) return;
    const timer = setTimeout(() => setFull(null), LOADER_HIDE_MS);
    return () => clearTimeout(timer);
  }, [full]);
  return load ?? full;
}

function LoadCard({ load, onCancel }: { readonly load: Load } & Pick<Actions, 'onCancel'>) {
  const { t, format } = useTexts();
  const size = load.sizeBytes === null ? '' : `, ${format.bytes(load.sizeBytes)}`;
  const isDone = load.progress === 100;
  return (
    <div className={styles.card} role="status" data-done={isDone}>
      <div className={styles.cardHead}>
        <h2>{t.stage.loading(load.name)}</h2>
        <span>{format.percent(load.progress / 100)}</span>
      </div>
      <ProgressBar label={t.stage.loading(load.name)} value={load.progress} tone="plain" />
      <p>{`${t.stage[load.phase]}${size}`}</p>
      <Button size="sm" onPress={onCancel} isDisabled={isDone}>
        {t.ui.cancel}
      </Button>
    </div>
  );
}

function CardFrame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}
