import type { App } from '../../core/app.ts';
import type { EnvironmentRow } from '../../values/environment-row.ts';
import { putEnvironment } from './put-environment.ts';

/** Takes an environment off the person's list. What is lit by it stays lit, here and in every recipe. */
export function deleteEnvironment(app: App, row: EnvironmentRow): void {
  putEnvironment(app, { ...row, deletedAt: app.outside.now() }).catch((cause: unknown) =>
    app.toasts.show('error', app.texts().t.environment.notKept(row.name), { cause }),
  );
}
