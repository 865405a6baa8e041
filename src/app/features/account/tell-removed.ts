import type { WayIn } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import type { Said } from '../../ui/toasts.ts';

/** Says what a new password took off an account whose address nobody had proven before. */
export function tellRemoved(app: AppBase, removed: readonly WayIn[]): void {
  if (removed.length === 0) return;
  const said: Said = ({ t: { signIn }, format }) =>
    signIn.removedWays(format.list(removed.map((way) => signIn.waysIn[way])));
  app.toasts.offer('warning', said, {
    action: {
      label: ({ t }) => t.account.settings,
      run: () => {
        app.state.shell.modal = { kind: 'settings' };
      },
    },
  });
}
