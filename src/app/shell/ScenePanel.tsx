import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { RenderPace } from '../../contract/http/renders.ts';
import type { MaterialId } from '../../contract/ids.ts';
import { useSystem } from '../core/render-queries.ts';
import { useApp } from '../core/use-app.ts';
import { useComingModel, useDressedModel } from '../core/use-model.ts';
import { useSettings } from '../core/use-settings.ts';
import { AdvancedSection } from '../features/advanced/AdvancedSection.tsx';
import { BackgroundSection } from '../features/background/BackgroundSection.tsx';
import { ColourwayChoice } from '../features/colourways/ColourwayChoice.tsx';
import { EnvironmentControls } from '../features/environment/EnvironmentControls.tsx';
import { LabelsSection } from '../features/labels/LabelsSection.tsx';
import { LightSection } from '../features/light/LightSection.tsx';
import { KeepLights } from '../features/looks/KeepLights.tsx';
import { LooksSection } from '../features/looks/LooksSection.tsx';
import { useOrderPlan } from '../features/order/use-order-plan.ts';
import { PoseChoice } from '../features/poses/PoseChoice.tsx';
import { SelectionHead } from '../features/selection/SelectionHead.tsx';
import { useSelection } from '../features/selection/use-selection.ts';
import { StyleSection } from '../features/style/StyleSection.tsx';
import type { MaterialRow } from '../model/list-materials.ts';
import { useLibraryItems } from '../scene/use-library.ts';
import type { ShellState } from '../state/state.ts';
import { useTexts } from '../texts/use-texts.ts';
import { classes } from '../ui/classes.ts';
import { Deferred } from '../ui/Deferred.tsx';
import { lazyPart, PlainFrame } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { SectionGroup } from '../ui/use-open-section.tsx';
import styles from './ScenePanel.module.css';

const MaterialList = lazyPart(
  async () => (await import('../features/materials/MaterialList.tsx')).MaterialList,
  PlainFrame,
);
const ObjectTree = lazyPart(
  async () => (await import('../features/materials/ObjectTree.tsx')).ObjectTree,
  PlainFrame,
);

const NO_ROWS: readonly MaterialRow[] = [];
const NO_PACES: readonly RenderPace[] = [];

/** So many rows stand in full: with what stands above them they are no higher than the list may be at least. */
const SHORT_ROWS = 3;

type PanelTab = ShellState['panelTab'];

/**
 * Everything that is set on the scene: tabs Materials and Objects with the sections under them, or seven tabs in a
 * row for the sheet of a narrow page. It fills the height it is given and scrolls inside.
 */
export function ScenePanel({ isSheet }: { readonly isSheet: boolean }) {
  const app = useApp();
  const { t } = useTexts();
  const { panelTab } = useSnapshot(app.state.shell);
  const standing = useDressedModel();
  const model = standing?.model ?? null;
  const worn = useSettings();
  const materials = useLibraryItems('material');
  const backgrounds = useLibraryItems('background', worn.background_id);
  const styleItems = useLibraryItems('style', worn.style_id);
  const { picked, load, modelHash } = useSnapshot(app.state.stage);
  // While the first model is on its way, to the stage and from there to its lists, the panel has its final shape already.
  const isComing = model === null && (load?.name !== undefined || modelHash !== null);
  const isLocked = model === null && !isComing;
  const coming = useComingModel(isComing ? worn.model_hash : null);
  const listed = standing ?? coming;
  const rows = listed?.rows ?? NO_ROWS;
  const system = useSystem()?.system ?? null;
  const { isHere, plan } = useOrderPlan();
  const isForAi = plan.engine === 'comfyui';
  const { engine, outputPx } = plan;
  // How long the server's took says nothing of this device's.
  const known = isHere ? null : system;
  const paces = useMemo(
    () => known?.paces.filter((pace) => pace.engine === engine && pace.output_px === outputPx) ?? NO_PACES,
    [known, engine, outputPx],
  );
  // Nothing is painted into what an AI engine keeps: it takes no part in the choice of what is.
  const painted = useMemo(
    () => (isForAi ? rows.filter(({ entry }) => entry?.isProtected !== true) : rows),
    [rows, isForAi],
  );
  const selection = useSelection(painted);

  const openLibrary = useCallback(
    (assetType: AssetType, materialId: MaterialId | null = null) => {
      app.state.shell.modal = { kind: 'library', assetType, materialId };
    },
    [app],
  );
  // Each part is drawn again for what it shows, not for what its neighbours show.
  const windows = useMemo(
    () => ({
      onOpenLibrary: (row: MaterialRow) => openLibrary('material', row.id),
      onOpenHistory: (row: MaterialRow) => {
        app.state.shell.modal = { kind: 'history', materialId: row.id };
      },
    }),
    [app, openLibrary],
  );
  const place = useMemo(
    () => ({ rows, library: materials, isForAi, ...windows }),
    [rows, materials, isForAi, windows],
  );
  // The project names another model, which is on its way: what stands there still is looked at, not edited.
  const isLeaving = model !== null && worn.model_hash !== model.hash;
  const pickedIndex = picked?.materialIndex ?? null;
  const isUnknown = isComing && listed === null;
  const list = useMemo(
    () =>
      isUnknown ? (
        <ComingRows />
      ) : (
        <Deferred>
          <MaterialList
            {...place}
            head={
              <>
                <ColourwayChoice />
                <PoseChoice />
                <SelectionHead rows={painted} />
              </>
            }
            selection={selection}
            picked={pickedIndex}
          />
        </Deferred>
      ),
    [isUnknown, place, painted, selection, pickedIndex],
  );
  const tree = useMemo(
    () =>
      isComing ? (
        <ComingRows />
      ) : (
        <Deferred>
          <ObjectTree {...place} selection={selection} />
        </Deferred>
      ),
    [isComing, place, selection],
  );
  const background = useMemo(
    () => (
      <BackgroundSection
        items={backgrounds}
        isLocked={isLocked}
        isBare={isSheet}
        onOpenLibrary={() => openLibrary('background')}
      />
    ),
    [backgrounds, isLocked, isSheet, openLibrary],
  );
  const style = useMemo(
    () => (
      <StyleSection
        items={styleItems}
        isLocked={isLocked}
        isBare={isSheet}
        onOpenLibrary={() => openLibrary('style')}
      />
    ),
    [styleItems, isLocked, isSheet, openLibrary],
  );
  const looks = useMemo(() => <LooksSection isLocked={isLocked} isBare={isSheet} />, [isLocked, isSheet]);
  const light = useMemo(
    () => (
      <LightSection
        isLocked={isLocked}
        isBare={isSheet}
        keep={<KeepLights />}
        surroundings={<EnvironmentControls />}
      />
    ),
    [isLocked, isSheet],
  );
  const labels = useMemo(() => <LabelsSection isLocked={isLocked} isBare={isSheet} />, [isLocked, isSheet]);
  const ai = isForAi ? (system?.ai ?? null) : null;
  const advanced = useMemo(
    () => <AdvancedSection isLocked={isLocked} isBare={isSheet} ai={ai} paces={paces} />,
    [isLocked, isSheet, ai, paces],
  );
  const panel = useTop(listed?.model.hash ?? null);
  const hold = (content: ReactNode, isHeld = isLeaving): ReactNode => (
    <div className={styles.held} inert={isHeld} aria-busy={isHeld}>
      {content}
    </div>
  );
  const countOf = (count: number): { count?: number } => (isUnknown ? {} : { count });
  const tabs: { id: PanelTab; label: string; count?: number; panel: ReactNode }[] = [
    {
      id: 'materials',
      label: t.panel.materials,
      ...countOf(rows.length),
      panel: hold(list, isLeaving || isComing),
    },
    {
      id: 'objects',
      label: t.panel.objects,
      ...countOf(listed?.model.report.nodes.length ?? 0),
      panel: hold(tree),
    },
  ];
  if (isSheet) {
    // The heading that a section has beside the stage: what is in it has headings below that one.
    const add = (id: PanelTab, label: string, section: ReactNode): void => {
      const panel = (
        <>
          <h2 className="spoken">{label}</h2>
          {section}
        </>
      );
      tabs.push({ id, label, panel });
    };
    add('labels', t.panel.labels, hold(labels));
    add('looks', t.looks.title, hold(looks));
    add('background', t.panel.background, background);
    add('style', t.panel.style, style);
    add('light', t.light.title, light);
    add('advanced', t.panel.advanced, advanced);
  }
  const selected = tabs.some(({ id }) => id === panelTab) ? panelTab : 'materials';
  const isShort = !isUnknown && (tabs.find(({ id }) => id === selected)?.count ?? 0) <= SHORT_ROWS;
  return (
    <Tabs
      ref={panel}
      label={t.panel.label}
      className={isSheet ? styles.sheet : styles.panel}
      panelClassName={isSheet ? styles.content : classes(styles.list, isShort && styles.short)}
      items={tabs}
      selected={selected}
      onSelect={(id) => {
        app.state.shell.panelTab = id as PanelTab;
      }}
    >
      {!isSheet && (
        <div className={styles.sections} data-tour="scenery">
          <Deferred>
            <SectionGroup>
              {hold(labels)}
              {hold(looks)}
              {background}
              {style}
              {light}
              {advanced}
            </SectionGroup>
          </Deferred>
        </div>
      )}
    </Tabs>
  );
}

/** Brings the panel of another model to its beginning: where the last one was scrolled to is nothing of this one. */
function useTop(hash: string | null) {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model is what moves it
  useEffect(() => {
    if (panel.current === null) return;
    for (const scroller of [panel.current, ...panel.current.querySelectorAll('[role="tabpanel"]')]) {
      scroller.scrollTop = 0;
    }
  }, [hash]);
  return panel;
}

/** The shape of a list whose model is on its way. */
function ComingRows() {
  return (
    <div className={styles.coming}>
      <Skeleton className={styles.row} />
      <Skeleton className={styles.row} />
      <Skeleton className={styles.row} />
      <Skeleton className={styles.row} />
    </div>
  );
}
