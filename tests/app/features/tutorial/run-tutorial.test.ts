import { beforeEach, describe, expect, test } from 'vitest';
import { offerTutorial } from '../../../../src/app/features/tutorial/offer-tutorial.ts';
import {
  closeTutorial,
  completeTutorial,
  goToStep,
  openTutorial,
  skipTutorial,
} from '../../../../src/app/features/tutorial/run-tutorial.ts';
import { STEPS } from '../../../../src/app/features/tutorial/steps.ts';
import { decline, optOut, readProgress } from '../../../../src/app/features/tutorial/tutorial-progress.ts';
import { type AppState, createState } from '../../../../src/app/state/state.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const USER = 7;
const HOUR_MS = 3_600_000;
let now: number;
let state: AppState;
let device: { localStorage: FakeStorage; sessionStorage: FakeStorage };
const app = () => ({ state, outside: { ...device, now: () => now } }) as never;

class FakeStorage {
  readonly values = new Map<string, string>();
  isFull = false;
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.values.set(key, value);
  };
  removeItem = (key: string): void => void this.values.delete(key);
}

/** The page is opened again: what the tab knew is gone where it is another session. */
function open(isNewSession: boolean): void {
  state = createState('en');
  state.account.userId = USER;
  state.project.status = 'ready';
  if (isNewSession) device.sessionStorage = new FakeStorage();
}
const progress = () => readProgress(device as never, USER);

beforeEach(() => {
  now = 1_000;
  device = { localStorage: new FakeStorage(), sessionStorage: new FakeStorage() };
  open(true);
});

test('there are ten steps, two of them with a picture, each with words in both languages', () => {
  expect(STEPS).toHaveLength(10);
  expect(STEPS.flatMap(({ picture }) => picture ?? [])).toEqual(['finished', 'detail']);
  for (const { target } of STEPS) {
    expect(LATE_TEXTS.en.tutorial.steps[target].text).not.toBe(LATE_TEXTS.es.tutorial.steps[target].text);
  }
  expect(LATE_TEXTS.es.tutorial.complete).toBe('Completar');
});

test('it begins at the first step, is kept at every move, and stops at both ends', () => {
  openTutorial(app());
  expect(state.tutorial.step).toBe(1);
  expect(progress()).toMatchObject({ currentStep: 1, started: true, lastAccessed: 1_000, completed: false });
  goToStep(app(), 0);
  expect(state.tutorial.step).toBe(1);
  goToStep(app(), 10);
  goToStep(app(), 11);
  expect(state.tutorial.step).toBe(10);
  expect(progress().currentStep).toBe(10);
});

test('a step opens the place and the tab that it points at', () => {
  state.shell.place = 'assets';
  state.shell.panelTab = 'objects';
  goToStep(app(), 4);
  expect(state.shell).toMatchObject({ place: 'create', panelTab: 'materials' });
  goToStep(app(), 5);
  expect(state.shell.panelTab).toBe('background');
});

test('closed it goes on where it was; completed it begins anew; skipped says so', () => {
  goToStep(app(), 6);
  closeTutorial(app());
  expect(state.tutorial.step).toBeNull();
  open(false);
  openTutorial(app());
  expect(state.tutorial.step).toBe(6);
  completeTutorial(app());
  expect(state.tutorial).toMatchObject({ step: null, hasEnded: true });
  expect(progress()).toMatchObject({ completed: true, completedAt: 1_000 });
  openTutorial(app());
  expect(state.tutorial.step).toBe(1);
  skipTutorial(app());
  expect(progress().skipped).toBe(true);
  expect(state.tutorial.step).toBeNull();
});

describe('the welcome', () => {
  const isOffered = (isNewSession: boolean): boolean => {
    open(isNewSession);
    offerTutorial(app(), USER);
    return state.shell.modal?.kind === 'welcome';
  };

  test('is offered once a day, in whichever tab', () => {
    expect(isOffered(true)).toBe(true);
    expect(isOffered(false)).toBe(false);
    // Another tab, while the first still asks and after it was put off there.
    expect(isOffered(true)).toBe(false);
    decline(device as never, USER);
    now += 23 * HOUR_MS;
    expect(isOffered(true)).toBe(false);
    now += HOUR_MS;
    expect(isOffered(true)).toBe(true);
  });

  test.each([
    ['opted out', () => optOut(device as never, USER, true)],
    ['completed it', () => completeTutorial(app())],
    ['skipped it', () => skipTutorial(app())],
    [
      'put it off three times',
      () => {
        for (const _time of [1, 2, 3]) decline(device as never, USER);
      },
    ],
  ] as const)('is not offered to who has %s', (_what, act) => {
    act();
    expect(isOffered(true)).toBe(false);
  });

  test('is offered again to who wants it back, and to another person of the same device', () => {
    optOut(device as never, USER, true);
    for (const _time of [1, 2, 3]) decline(device as never, USER);
    optOut(device as never, USER, false);
    expect(isOffered(true)).toBe(true);
    decline(device as never, USER);
    now += 24 * HOUR_MS;
    expect(isOffered(true)).toBe(true);
    skipTutorial(app());
    open(true);
    offerTutorial(app(), USER + 1);
    expect(state.shell.modal).toEqual({ kind: 'welcome' });
  });

  test('waits until the model stands there with all its materials', async () => {
    state.project.settings.model_hash = 'a'.repeat(64) as never;
    state.stage.load = { name: 'chair.glb' } as never;
    offerTutorial(app(), USER);
    const steps: (() => void)[] = [
      () => {
        state.stage.load = null;
      },
      () => {
        state.stage.modelHash = state.project.settings.model_hash;
        state.stage.pending = 2;
      },
    ];
    for (const step of steps) {
      step();
      await Promise.resolve();
      expect(state.shell.modal).toBeNull();
    }
    state.stage.pending = 0;
    await Promise.resolve();
    expect(state.shell.modal).toEqual({ kind: 'welcome' });
  });

  test('waits for the project, and for what lies over it', async () => {
    state.project.status = 'loading';
    state.shell.modal = { kind: 'about' };
    offerTutorial(app(), USER);
    state.project.status = 'ready';
    await Promise.resolve();
    expect(state.shell.modal).toEqual({ kind: 'about' });
    state.shell.modal = null;
    await Promise.resolve();
    expect(state.shell.modal).toEqual({ kind: 'welcome' });
  });
});

test('what is stored and cannot be read, and a full storage, only begin anew', () => {
  device.localStorage.values.set(`vitrine_tutorial_${USER}`, '{"currentStep":99,"completed":"yes"');
  expect(progress()).toMatchObject({ currentStep: 1, completed: false });
  device.localStorage.values.set(`vitrine_tutorial_${USER}`, '{"currentStep":99,"skipped":true}');
  expect(progress()).toMatchObject({ currentStep: 1, skipped: true });
  device.localStorage.isFull = true;
  goToStep(app(), 3);
  expect(state.tutorial.step).toBe(3);
});
