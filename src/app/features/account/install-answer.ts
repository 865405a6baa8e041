import type { Outside } from '../../browser/outside.ts';

/** Set on this device once a person has answered whether the app shall be installed. */
const ANSWERED_KEY = 'vitrine_install_answered';

/** True where the app can be installed by a press or by the share menu, and the person was not asked before. */
export function isInstallOpen({
  install,
  localStorage,
}: {
  readonly install: Pick<Outside['install'], 'way'>;
  readonly localStorage: Pick<Outside['localStorage'], 'getItem'>;
}): boolean {
  const way = install.way();
  return (way === 'press' || way === 'share') && localStorage.getItem(ANSWERED_KEY) === null;
}

/** Keeps that the question was answered: it is not asked again, and the settings still say how. */
export function keepInstallAnswer({
  localStorage,
}: {
  readonly localStorage: Pick<Outside['localStorage'], 'setItem'>;
}): void {
  try {
    localStorage.setItem(ANSWERED_KEY, '1');
  } catch {
    // Where nothing can be kept, the answer holds for as long as the page is open.
  }
}
