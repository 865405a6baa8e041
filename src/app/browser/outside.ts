import type { OpenWorkers } from '../../workers/open.ts';
import type { Device } from './browser-device.ts';
import type { Install } from './browser-install.ts';
import type { Push } from './browser-push.ts';

/** A named lock for all tabs of this origin, as `navigator.locks` gives it. */
export interface Locks {
  /** @param signal Ends the waiting for it, with an `AbortError`; once the work has begun it changes nothing. */
  request<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Whether a page of this origin holds it, or waits for it. Absent where the browser cannot tell. */
  isHeld?(name: string): Promise<boolean>;
}

/** Messages between the tabs of this origin, which the sender does not hear. */
export type TabLine = BroadcastChannel | MessagePort;

/** What the page is told by the browser about itself. Every `on…` returns the function that stops listening. */
export interface PageSignals {
  isVisible(): boolean;
  /** False only when the browser is sure that there is no network; true proves nothing. */
  mayBeOnline(): boolean;
  onChange(listener: () => void): () => void;
  /** The page may be gone at any moment from now on. */
  onHide(listener: () => void): () => void;
  /** Nothing of the page runs from now on, until `onChange` tells that it is back: the last moment to let go of something. */
  onFreeze(listener: () => void): () => void;
  /** Its person leaves the page, by a reload, another address or its close button. Where the system ends it nobody is told. */
  onLeave(listener: () => void): () => void;
  /** Until the function that it returns is called, the browser asks its person before the page is left. */
  askBeforeLeaving(): () => void;
}

/** Told while a body leaves: bytes of it that are gone, and bytes in all. */
export type UploadProgress = (sentBytes: number, totalBytes: number) => void;

/** Notices outside the page, as `Notification` gives them. */
export interface Notifications {
  permission(): NotificationPermission;
  /** Asks the person; only in answer to a press. */
  ask(): Promise<unknown>;
  /**
   * @param tag A later one of the same tag takes its place.
   * @param onPress Called when the person pressed it, with the page in front.
   */
  show(title: string, body: string, tag: string, onPress: () => void): void;
}

/** The address of the page and the browser's way back. Fragments are what stands after `#`, without it. */
export interface Address {
  fragment(): string;
  /** Opens something that the way back closes. */
  open(fragment: string): void;
  /** Where we are is called so from now on. */
  change(fragment: string): void;
  /** Takes one name of the query, what stands after `?`, out of the address: it has been used. */
  dropQuery(name: string): void;
  /** Leaves the page for another one. */
  leave(url: string): void;
  /** True where `open` led: there is something of ours to go back to. */
  isOpened(): boolean;
  /** Arrives later, and tells the listeners. */
  back(): void;
  /** The person, or `back`, went to another address. Returns the function that stops listening. */
  onReturn(listener: () => void): () => void;
}

/** The whole outside world of the page. Tests pass their own. */
export interface Outside {
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>;
  /** As `fetch`, for a body whose way is worth watching. */
  readonly upload: (input: string, init: RequestInit, onProgress: UploadProgress) => Promise<Response>;
  /** Address of the API without a trailing slash; empty means this origin. */
  readonly apiBase: string;
  readonly origin: string;
  /** Part of the address after `#` when the page was opened, without it. */
  readonly fragment: string;
  /** Part of the address after `?` when the page was opened, without it. */
  readonly query: string;
  readonly address: Address;
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Another tab of this browser has written to `localStorage`. Returns the function that stops listening. */
  readonly onStored: (listener: () => void) => () => void;
  /** A picture of the page did not come. Returns the function that stops listening. */
  readonly onBrokenPicture: (listener: (address: string) => void) => () => void;
  /** Asks again for the pictures of the page that did not come. */
  readonly reloadBrokenPictures: () => void;
  /**
   * Pictures that the service worker keeps for the time without a server, and files that wait since they were shared before
   * then (milliseconds since 1970), are not for whoever comes next.
   */
  readonly forgetPictures: (sharedBefore: number) => Promise<void>;
  /** As `localStorage`, for as long as the tab is open. */
  readonly sessionStorage: Outside['localStorage'];
  readonly databaseName: string;
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
  readonly workers: OpenWorkers;
  readonly locks: Locks;
  /** What all tabs of this origin speak on. Where the browser has no such thing, nobody is heard on it. */
  readonly openLine: (name: string) => TabLine;
  /** Null where the browser has none, or only in a secure context (L21). */
  readonly notifications: Notifications | null;
  /** Bytes that this origin keeps on the device, and may; null where the browser does not say. */
  readonly estimateStorage: () => Promise<{ readonly usage: number; readonly quota: number } | null>;
  readonly isSecure: boolean;
  readonly install: Install;
  readonly device: Device;
  readonly push: Push;
  readonly page: PageSignals;
  readonly languages: readonly string[];
  readonly now: () => number;
  readonly randomUuid: () => string;
  readonly openSocket: (url: string) => WebSocket;
  /** A line in the console, for what went wrong and needs nobody's attention. */
  readonly warn: (message: string) => void;
}

/** A version 4 UUID that also works without a secure context, where `crypto.randomUUID` is missing. */
export function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
