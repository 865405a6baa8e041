import { useSnapshot } from 'valtio';
import { useApp } from '../core/use-app.ts';
import { Engines } from '../features/engines/Engines.tsx';
import { Staff } from '../features/staff/Staff.tsx';

/** The window of staff, with the servers of the engines in it, which have an address of their own. */
export function StaffHost() {
  const app = useApp();
  const { shell, staff } = app.state;
  const { modal } = useSnapshot(shell);
  const { tab } = useSnapshot(staff);
  return (
    <Staff
      tab={modal?.kind === 'engines' ? 'engines' : tab}
      engines={<Engines />}
      onSelect={(chosen) => {
        staff.tab = chosen;
        staff.personId = null;
        shell.modal = { kind: chosen === 'engines' ? 'engines' : 'staff' };
      }}
      onClose={() => {
        shell.modal = null;
      }}
    />
  );
}
