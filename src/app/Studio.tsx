import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import styles from './App.module.css';
import { useMedia } from './browser/use-media.ts';
import { useAccount } from './core/use-account.ts';
import { useApp } from './core/use-app.ts';
import { useHasCredits } from './core/use-config.ts';
import { redoHere, undoHere } from './features/light-map/undo-here.ts';
import { PromptPanel } from './features/order/PromptPanel.tsx';
import { LoaderSlide } from './features/progress/LoaderSlide.tsx';
import { UnderWay } from './features/progress/UnderWay.tsx';
import { loadActiveProject } from './features/projects/load-active-project.ts';
import { saveProject } from './features/projects/save-project.ts';
import { Carousel } from './features/results/Carousel.tsx';
import { type OnTake, Stage } from './features/stage/Stage.tsx';
import {
  About,
  AboutModel,
  AssetsSection,
  CreditsModal,
  DeviceUnderWay,
  EditHost,
  EditPlace,
  Feedback,
  GalleryHost,
  LedgerModal,
  LibraryHost,
  LyingOffer,
  OrderHost,
  PictureOffer,
  PricingModal,
  Profile,
  ProjectWindows,
  ResultHost,
  Settings,
  Shortcuts,
  StaffHost,
  TutorialHost,
  UnsentWindow,
  ViewsBar,
} from './lazy-parts.tsx';
import { describeProjectFailure } from './shell/describe-project-failure.ts';
import { findProjectFile } from './shell/find-project-file.ts';
import { HistoryHost } from './shell/HistoryHost.tsx';
import { Notices } from './shell/Notices.tsx';
import { Outdated } from './shell/Outdated.tsx';
import { ScenePanel } from './shell/ScenePanel.tsx';
import { Sheet } from './shell/Sheet.tsx';
import { StageOverlay } from './shell/StageOverlay.tsx';
import { STAGE_FOLLOWERS } from './shell/stage-followers.ts';
import { STAGE_TOOLBARS } from './shell/stage-toolbars.tsx';
import { TopBar } from './shell/TopBar.tsx';
import { useShortcuts } from './shell/use-shortcuts.ts';
import { seesStage } from './state/edit.ts';
import type { ShellState } from './state/state.ts';
import type { DroppedPicture } from './stories/meet-picture.ts';
import { takePicture } from './stories/take-picture.ts';
import { unassignItem } from './stories/unassign-item.ts';
import { useTexts } from './texts/use-texts.ts';
import { Button } from './ui/Button.tsx';
import { classes } from './ui/classes.ts';
import { Deferred } from './ui/Deferred.tsx';
import { Spinner } from './ui/Spinner.tsx';
import { useCarry } from './use-carry.ts';

/** What a signed-in person works with. */
export function Studio({ onUpdate }: { readonly onUpdate: () => Promise<void> }) {
  const app = useApp();
  const carry = useCarry();
  const { t } = useTexts();
  const { status } = useSnapshot(app.state.project);
  const { modal, place, isOutdated } = useSnapshot(app.state.shell);
  const isCarrying = useSnapshot(app.state.stage).carried !== null;
  const isPortrait = useMedia('(orientation: portrait)');
  const [projectFile, setProjectFile] = useState<File | null>(null);
  const [picture, setPicture] = useState<DroppedPicture | null>(null);
  const [toolDock, setToolDock] = useState<HTMLElement | null>(null);
  const edit = useSnapshot(app.state.edit);
  const { step, hasEnded } = useSnapshot(app.state.tutorial);
  const isGuided = step !== null || hasEnded;
  const isEdit = place === 'edit';
  const hasCredits = useHasCredits();
  useEffect(() => {
    // An address may name a window that is not there.
    if (!hasCredits && isOfCredits(modal)) app.state.shell.modal = null;
  }, [app, hasCredits, modal]);
  const isStaffs = useAccount()?.is_staff === true && (modal?.kind === 'staff' || modal?.kind === 'engines');
  const isOrdering = modal?.kind === 'no-credits' || modal?.kind === 'order-set';
  const isAssets = place === 'assets';
  const [hasAssets, setHasAssets] = useState(isAssets);
  if (isAssets && !hasAssets) setHasAssets(true);

  const save = useCallback(async (): Promise<void> => {
    const outcome = await saveProject(app);
    if (outcome === 'busy') app.toasts.show('warning', t.project.syncBusy, { about: 'save' });
    if (outcome === 'waiting') app.toasts.show('info', t.project.saveQueued, { about: 'save' });
  }, [app, t]);
  const take: OnTake = useCallback(
    async (files, place) => {
      const file = await findProjectFile(files);
      if (file !== null) setProjectFile(file);
      if (file !== null || (await takePicture(app, files))) return true;
      const isLight = await import('./stories/meet-environment.ts').then(
        ({ meetEnvironment }) => meetEnvironment(app, files),
        () => false,
      );
      if (isLight) return true;
      // Without its code the files are left to the model.
      const dropped = await import('./stories/meet-picture.ts').then(
        ({ meetPicture }) => meetPicture(app, files, place),
        () => null,
      );
      setPicture(dropped);
      return dropped !== null;
    },
    [app],
  );
  useShortcuts(app, save);
  // Each follows what it shows by itself: drawn again together they are one long task.
  const bar = useMemo(() => <TopBar onSave={() => void save()} />, [save]);
  const stage = useMemo(
    () => (
      <Stage
        toolbars={STAGE_TOOLBARS}
        toolDock={isPortrait ? toolDock : null}
        followers={STAGE_FOLLOWERS}
        views={<ViewsBar />}
        onTake={take}
        onUndo={() => undoHere(app)}
        onRedo={() => redoHere(app)}
        notice={<LyingOffer />}
        overlay={<StageOverlay />}
      />
    ),
    [app, isPortrait, toolDock, take],
  );
  const panel = useMemo(
    () => (
      <>
        <div className={styles.scene} data-tour="materials">
          <ScenePanel isSheet={isPortrait} />
        </div>
        <Deferred>
          <PromptPanel />
        </Deferred>
      </>
    ),
    [isPortrait],
  );
  return (
    <div className={styles.app}>
      <Title />
      {bar}
      <Notices onUpdate={onUpdate} />
      <div className={styles.under} inert={isAssets && !isCarrying}>
        <main className={styles.work}>
          {isEdit && <EditPlace />}
          <div className={styles.stage} inert={isEdit && !seesStage(edit)}>
            <Deferred>{stage}</Deferred>
          </div>
          <Deferred>
            <Deferred>{CAROUSEL}</Deferred>
          </Deferred>
          {status === 'loading' && <Waiting />}
          {status === 'failed' && <LoadFailed />}
        </main>
        {isPortrait ? (
          <Sheet dock={setToolDock}>{panel}</Sheet>
        ) : (
          <aside className={styles.panel} aria-label={t.panel.label}>
            <Deferred>
              <Deferred>{panel}</Deferred>
            </Deferred>
          </aside>
        )}
      </div>
      {hasAssets && (
        <div className={classes(styles.place, isCarrying && styles.aside)} hidden={!isAssets}>
          <Deferred>
            <AssetsSection
              gallery={<GalleryHost />}
              onUnassign={(assetType, item) => unassignItem(app, assetType, item)}
              onCarry={carry}
            />
          </Deferred>
        </div>
      )}
      {modal?.kind === 'library' && <LibraryHost {...modal} onClose={closeModal} />}
      {picture !== null && <PictureOffer picture={picture} onClose={() => setPicture(null)} />}
      {modal?.kind === 'history' && <HistoryHost />}
      {edit.asked !== null && <EditHost />}
      {isOrdering && <OrderHost />}
      <Feedback />
      {modal?.kind === 'result' && <ResultHost renderId={modal.renderId} onClose={closeModal} />}
      {(modal?.kind === 'projects' || projectFile !== null) && (
        <ProjectWindows file={projectFile} onFile={setProjectFile} />
      )}
      {modal?.kind === 'profile' && <Profile onClose={closeModal} />}
      {modal?.kind === 'settings' && <Settings section={modal.section} onClose={closeModal} />}
      {modal?.kind === 'unsent' && <UnsentWindow onClose={closeModal} />}
      {modal?.kind === 'about-model' && <AboutModel onClose={closeModal} />}
      {modal?.kind === 'about' && <About onClose={closeModal} />}
      {hasCredits && modal?.kind === 'pricing' && <PricingModal onClose={closeModal} />}
      {hasCredits && modal?.kind === 'credits' && <CreditsModal onClose={closeModal} />}
      {hasCredits && modal?.kind === 'ledger' && <LedgerModal onClose={closeModal} />}
      {isStaffs && <StaffHost />}
      {modal?.kind === 'shortcuts' && <Shortcuts onClose={closeModal} />}
      {(isGuided || modal?.kind === 'welcome' || modal?.kind === 'help') && <TutorialHost />}
      <Announcement />
      {isOutdated && <Outdated />}
    </div>
  );

  function closeModal(): void {
    app.state.shell.modal = null;
  }
}

const UNDER_WAY = (
  <>
    <DeviceUnderWay />
    <UnderWay />
  </>
);
const CAROUSEL = <Carousel loader={<LoaderSlide />} underWay={UNDER_WAY} />;

/** The page's title: the open project. */
function Title() {
  const app = useApp();
  const { t } = useTexts();
  const { status, settings } = useSnapshot(app.state.project);
  const title = status === 'ready' ? `${settings.name} · ${t.shell.product}` : t.shell.product;
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = t.shell.product;
    };
  }, [title, t]);
  return null;
}

function Announcement() {
  const { announcement } = useSnapshot(useApp().state.progress);
  return (
    <p className="spoken" role="status" aria-live="polite">
      <span key={announcement.count}>{announcement.text}</span>
    </p>
  );
}

function Waiting() {
  const { t } = useTexts();
  return (
    <p className={styles.waiting} role="status">
      <Spinner /> {t.ui.loading}
    </p>
  );
}

function LoadFailed() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { failure } = useSnapshot(app.state.project);
  const retry = async (): Promise<void> => {
    const { userId } = app.state.account;
    if (userId === null || !(await app.reachability.probe())) return;
    // Back on the way, it may be loading already.
    if (app.state.project.status === 'failed') await loadActiveProject(app, userId, t.project.defaultName);
  };
  return (
    <div className={styles.failed} role="alert">
      <h2>{describeProjectFailure(texts, failure)}</h2>
      {failure?.code !== 'device-storage-unavailable' && <p>{t.project.loadFailedHint}</p>}
      <Button onPress={() => void retry()}>{t.ui.retry}</Button>
    </div>
  );
}

function isOfCredits(modal: ShellState['modal'] | null): boolean {
  return modal !== null && ['pricing', 'credits', 'ledger'].includes(modal.kind);
}
