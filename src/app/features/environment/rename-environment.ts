import { LIBRARY_NAME_MAX_LENGTH } from '../../../contract/constants.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { App } from '../../core/app.ts';
import type { EnvironmentRow } from '../../values/environment-row.ts';
import { putEnvironment } from './put-environment.ts';
import { nameChosenEnvironment } from './set-environment.ts';

/**
 * Gives an environment another name, on all devices, and in the project where it is chosen. Projects and pictures that have
 * it by its old name keep that. An empty name changes nothing.
 */
export function renameEnvironment(app: App, row: EnvironmentRow, name: string): void {
  const trimmed = fitText(name.trim(), LIBRARY_NAME_MAX_LENGTH);
  if (trimmed === '' || trimmed === row.name) return;
  putEnvironment(app, { ...row, name: trimmed }).then(
    () => nameChosenEnvironment(app, app.texts(), row.pictureHash, trimmed),
    (cause: unknown) => app.toasts.show('error', app.texts().t.environment.notKept(row.name), { cause }),
  );
}
