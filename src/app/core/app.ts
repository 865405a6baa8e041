import type { QueryClient } from '@tanstack/react-query';
import type { CameraPose, TracedSpec } from '../../contract/render-spec.ts';
import type { LiveJob, LivePicture } from '../../contract/studio-api.ts';
import type { ViewerClient } from '../../workers/open-viewer.ts';
import type { Outside } from '../browser/outside.ts';
import type { CommandLog } from '../data/command-log.ts';
import type { Database } from '../data/db.ts';
import type { Outbox } from '../data/outbox.ts';
import type { Reachability } from '../data/reachability.ts';
import type { ServerClient } from '../data/server.ts';
import type { Session } from '../data/session.ts';
import type { AppState } from '../state/state.ts';
import type { Texts } from '../texts/use-texts.ts';
import type { Toasts } from '../ui/toasts.ts';
import type { ShownModel } from './shown-model.ts';

/** Keeps this device's copy of the open project and the draft on the page the same. */
export interface WorkingCopy {
  /** Writes what is not written yet, also what is an edit in a moment only. Resolves when it is durable. */
  flush(): Promise<void>;
  stop(): void;
}

/** What the page has from the first paint on, also while nobody is signed in. Made once by `create-app-base.ts`. */
export interface AppBase {
  readonly outside: Outside;
  readonly state: AppState;
  readonly session: Session;
  readonly reachability: Reachability;
  readonly server: ServerClient;
  readonly queries: QueryClient;
  /** See `renew-address.ts`. */
  readonly renewAddress: (address: string) => Promise<string | null>;
  readonly toasts: Toasts;
  /** Texts of the page's language now. Components use `useTexts`. */
  readonly texts: () => Texts;
  /** The open project's copy on this device, null while no project is open. */
  readonly workingCopy: { current: WorkingCopy | null };
  /** What a call says of its project, see `project-meant.ts`; null while nobody has signed in here. */
  readonly projectMeant: { current: ((path: string, body: unknown) => Promise<string | null> | null) | null };
  /** Of each control whose last change waits to become an edit what makes it one at once, see `useDebouncedEdit`. */
  readonly pendingEdits: Set<() => void>;
}

/** A finished picture of the live view. */
export interface LiveResult extends LivePicture {
  readonly recipe: TracedSpec;
}

/** The live view while it is on. */
export interface LiveView {
  /** Of the picture that it traces. */
  seed(): string;
  /** The picture of what stands on the stage, once it is finished. */
  finished(): LiveResult | null;
}

/**
 * Says what Studio traces of what the stage shows, with all of its files.
 *
 * @param seed Of the picture.
 * @throws AppError `file-empty`, `not-found`, `worker-crashed`, those of a call; an AbortError.
 */
export type DescribeLive = (camera: CameraPose, seed: string, signal: AbortSignal) => Promise<LiveJob>;

/** Everything a use case of the page may need. Made once by `create-app.ts`, for the first person who is signed in. */
export interface App extends AppBase {
  readonly db: Database;
  readonly outbox: Outbox;
  readonly commands: CommandLog;
  readonly compute: Outside['workers']['compute'];
  readonly storage: Outside['workers']['storage'];
  /** The open viewer, null while the stage is not on the page. */
  readonly viewer: { current: ViewerClient | null };
  /** Null while it is off. */
  readonly live: { current: LiveView | null };
  /** The model on the stage. Components use `useModel`. */
  readonly shownModel: ShownModel;
  /** Ends the import of a model that is under way, which belongs to the open project. */
  readonly importing: { current: AbortController | null };
}

/** What sending a row of the outbox needs of the app. */
export interface SendTools extends Pick<App, 'db' | 'server' | 'storage' | 'compute'> {
  readonly now: () => number;
  readonly randomUuid: () => string;
  /**
   * Part of the running upload that the server has, 0 to 1; null once none runs any more, however it ended. An answer can
   * come before all was sent: a server that has done a call already, whose answer was lost, reads no more of it.
   */
  onUploadProgress(fraction: number | null): void;
}
