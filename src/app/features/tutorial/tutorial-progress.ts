import { z } from 'zod';
import { DAY_MS } from '../../../contract/constants.ts';
import type { Outside } from '../../browser/outside.ts';
import { optOutKey, tutorialKey, welcomedKey } from '../../orders/person-keys.ts';
import { STEPS } from './steps.ts';

/** How far a person is (S1 3). Moments are milliseconds since 1970. */
const TutorialProgress = z.object({
  currentStep: z.number().int().min(1).max(STEPS.length).catch(1),
  completed: z.boolean().catch(false),
  started: z.boolean().catch(false),
  lastAccessed: z.number().nullable().catch(null),
  completedAt: z.number().nullable().catch(null),
  skipped: z.boolean().catch(false),
  /** How often the offer was put off. */
  declined: z.number().int().catch(0),
});
export type TutorialProgress = z.infer<typeof TutorialProgress>;

type Device = Pick<Outside, 'localStorage' | 'sessionStorage' | 'now'>;

/** Put off so often, the offer has its answer. */
const DECLINED_MAX = 3;
/** For so long one tab's asking counts in all of them. */
const ASKED_MS = DAY_MS;

/** How far the person is on this device; at the beginning where nothing, or nothing that can be read, is stored. */
export function readProgress({ localStorage }: Device, userId: number): TutorialProgress {
  try {
    return TutorialProgress.parse(JSON.parse(localStorage.getItem(tutorialKey(userId)) ?? '{}'));
  } catch {
    return TutorialProgress.parse({});
  }
}

/** Keeps it; where the storage is full or forbidden it lasts as long as the page. */
export function keepProgress({ localStorage }: Device, userId: number, progress: TutorialProgress): void {
  attempt(() => localStorage.setItem(tutorialKey(userId), JSON.stringify(progress)));
}

/**
 * True when the tutorial is to be offered: once in a session, in one tab a day, and never to who has been through it,
 * skipped it, put it off three times or does not want to be asked (S1 2.7, B14). Asking counts as having been asked.
 */
export function claimWelcome(device: Device, userId: number): boolean {
  const { completed, skipped } = readProgress(device, userId);
  if (completed || skipped || isOptedOut(device, userId)) return false;
  const key = welcomedKey(userId);
  const now = device.now();
  const askedMs = now - Number(device.localStorage.getItem(key) ?? Number.NaN);
  if (device.sessionStorage.getItem(key) !== null || (askedMs >= 0 && askedMs < ASKED_MS)) return false;
  attempt(() => device.sessionStorage.setItem(key, '1'));
  attempt(() => device.localStorage.setItem(key, String(now)));
  return true;
}

/** True for who does not want to be asked any more: said so, or put it off often enough. */
export function isOptedOut(device: Device, userId: number): boolean {
  if (readProgress(device, userId).declined >= DECLINED_MAX) return true;
  return device.localStorage.getItem(optOutKey(userId)) !== null;
}

/** Sets or takes back that a person does not want to be asked. */
export function optOut(device: Device, userId: number, isOut: boolean): void {
  const { localStorage } = device;
  if (!isOut) keepProgress(device, userId, { ...readProgress(device, userId), declined: 0 });
  attempt(() => {
    if (isOut) localStorage.setItem(optOutKey(userId), '1');
    else for (const key of [optOutKey(userId), welcomedKey(userId)]) localStorage.removeItem(key);
  });
}

function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // A full or forbidden storage: the person is asked once more, nothing else is lost.
  }
}

/** The person does not want it now. */
export function decline(device: Device, userId: number): void {
  const progress = readProgress(device, userId);
  keepProgress(device, userId, { ...progress, declined: progress.declined + 1 });
}
