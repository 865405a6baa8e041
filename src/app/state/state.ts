import { proxy } from 'valtio';
import type { AssetType } from '../../contract/http/libraries.ts';
import type { MaterialId, RenderId } from '../../contract/ids.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../browser/preferences.ts';
import type { Language } from '../texts/choose-language.ts';
import type { Connection } from '../values/connection.ts';
import { type AccountState, initialAccount } from './account.ts';
import { type BillingState, initialBilling } from './billing.ts';
import { type CameraToolState, initialCameraTool } from './camera.ts';
import { type EditState, initialEdit } from './edit.ts';
import { type GalleryState, initialGallery } from './gallery.ts';
import { initialLabels, type LabelsState } from './labels.ts';
import { initialLight, type LightState } from './light.ts';
import { initialLightMap, type LightMapState } from './light-map.ts';
import { initialLive, type LiveState } from './live.ts';
import { initialLooks, type LooksState } from './looks.ts';
import { initialOrder, type OrderState } from './order.ts';
import { initialProgress, type ProgressState } from './progress.ts';
import { initialProject, type ProjectState } from './projects.ts';
import { initialSelection, type SelectionState } from './selection.ts';
import { initialStaff, type StaffState } from './staff.ts';
import { initialStage, type StageState } from './stage.ts';
import { initialTransform, type TransformState } from './transform.ts';
import { initialTutorial, type TutorialState } from './tutorial.ts';
import { initialViews, type ViewsState } from './views.ts';

export type { EditBase } from './edit.ts';

/** What lies over the page; one at a time. Features open it by id and App.tsx shows it. */
export type Modal =
  | { readonly kind: 'library'; readonly assetType: AssetType; readonly materialId: MaterialId | null }
  | { readonly kind: 'history'; readonly materialId: MaterialId }
  /** An order that the balance does not cover. */
  | { readonly kind: 'no-credits'; readonly orderKey: string }
  | { readonly kind: 'order-set' }
  | { readonly kind: 'result'; readonly renderId: RenderId }
  | { readonly kind: 'pricing' }
  | { readonly kind: 'credits' }
  /** Every movement of credits. */
  | { readonly kind: 'ledger' }
  | { readonly kind: 'profile' }
  /** `section`: what the person is led to. */
  | { readonly kind: 'settings'; readonly section?: 'second-factor' | 'device' }
  | { readonly kind: 'help' }
  /** Offers the tutorial. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'feedback' }
  /** What waits for the server, and what it refused. */
  | { readonly kind: 'unsent' }
  | { readonly kind: 'staff' }
  | { readonly kind: 'about' }
  /** What is in the file on the stage. */
  | { readonly kind: 'about-model' }
  /** The same window where it shows the engines. */
  | { readonly kind: 'engines' }
  | { readonly kind: 'projects' }
  | { readonly kind: 'shortcuts' };

export interface ShellState {
  language: Language;
  /** The one that is spoken once its texts are here; null while none is on its way. */
  comingLanguage: Language | null;
  /** The main tool that is open. */
  place: 'create' | 'edit' | 'assets';
  modal: Modal | null;
  /** Connection as `reachability.ts` sees it. */
  connection: Connection;
  /** Rows of the outbox that still wait for the server. */
  pendingChanges: number;
  /** Rows of the outbox that the server refused, and that are not sent again by themselves. */
  refusedChanges: number;
  /** Part of the model that the server has, 0 to 1, while one is being sent. */
  uploadFraction: number | null;
  /** Works under way that a reload would cut off, see `hold-page.ts`. */
  unfinished: number;
  /** What was written last found no room on this device, and is on the page alone. */
  isDeviceFull: boolean;
  /** A newer version of the page has this device's database: nothing that is done here is kept any more. */
  isOutdated: boolean;
  hasUpdate: boolean;
  panelTab: 'materials' | 'objects' | 'labels' | 'looks' | 'background' | 'style' | 'light' | 'advanced';
}

export interface AppState {
  account: AccountState;
  project: ProjectState;
  stage: StageState;
  transform: TransformState;
  light: LightState;
  camera: CameraToolState;
  lightMap: LightMapState;
  live: LiveState;
  views: ViewsState;
  order: OrderState;
  progress: ProgressState;
  selection: SelectionState;
  looks: LooksState;
  labels: LabelsState;
  edit: EditState;
  billing: BillingState;
  gallery: GalleryState;
  tutorial: TutorialState;
  preferences: Preferences;
  staff: StaffState;
  shell: ShellState;
}

/** A fresh state. Small cloneable values only: no Blob, worker or three.js object ever enters it. */
export function createState(language: Language): AppState {
  return proxy(initialState(language, false));
}

/**
 * Makes the state fresh again, all of it: nothing of the person who is gone is left. What is not a person's stays: who is
 * signed in, choices for this device, its room, the connection and a new version that waits.
 */
export function resetState(state: AppState): void {
  const { language, comingLanguage, connection, isDeviceFull, isOutdated, hasUpdate, unfinished } =
    state.shell;
  const {
    account: _account,
    preferences: _preferences,
    ...fresh
  } = initialState(language, state.views.isCameraOnly);
  // What the address said when the page was opened is read once, whoever is there.
  fresh.billing = { ...fresh.billing, isReturnTaken: state.billing.isReturnTaken };
  fresh.shell = {
    ...fresh.shell,
    comingLanguage,
    connection,
    isDeviceFull,
    isOutdated,
    hasUpdate,
    unfinished,
  };
  for (const [feature, initial] of Object.entries(fresh)) {
    const part: Record<string, unknown> = state[feature as keyof typeof fresh] as never;
    for (const key of Object.keys(part)) if (!(key in initial)) delete part[key];
    Object.assign(part, initial);
  }
}

function initialState(language: Language, isCameraOnly: boolean): AppState {
  return {
    account: initialAccount(),
    project: initialProject(),
    stage: initialStage(),
    transform: initialTransform(),
    light: initialLight(),
    camera: initialCameraTool(),
    lightMap: initialLightMap(),
    live: initialLive(),
    views: initialViews(isCameraOnly),
    order: initialOrder(),
    progress: initialProgress(),
    selection: initialSelection(),
    looks: initialLooks(),
    labels: initialLabels(),
    edit: initialEdit(),
    billing: initialBilling(),
    gallery: initialGallery(),
    tutorial: initialTutorial(),
    preferences: { ...DEFAULT_PREFERENCES },
    staff: initialStaff(),
    shell: {
      language,
      comingLanguage: null,
      place: 'create',
      modal: null,
      connection: 'online',
      pendingChanges: 0,
      refusedChanges: 0,
      uploadFraction: null,
      unfinished: 0,
      isDeviceFull: false,
      isOutdated: false,
      hasUpdate: false,
      panelTab: 'materials',
    },
  };
}
