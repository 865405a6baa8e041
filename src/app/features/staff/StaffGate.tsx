import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { isFailure } from '../../../contract/failure.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AskPassword } from './AskPassword.tsx';
import { Asked } from './Paged.tsx';
import { accessQuery, STAFF_QUERIES } from './queries.ts';

/** What staff have, or what they have to do before that. */
export function StaffGate({ children }: { readonly children: ReactNode }) {
  const app = useApp();
  const { gate } = useLateTexts().staff;
  const access = useQuery(accessQuery(app));
  const ask = use(AskPassword);
  if (isFailure(access.error, 'second-factor-required')) {
    return (
      <EmptyState
        icon={<ShieldAlert size={28} />}
        title={gate.required}
        action={
          <Button
            variant="primary"
            autoFocus
            onPress={() => {
              app.state.shell.modal = { kind: 'settings', section: 'second-factor' };
            }}
          >
            {gate.toSettings}
          </Button>
        }
      />
    );
  }
  if (isFailure(access.error, 'password-needed')) {
    const confirm = async (): Promise<void> => {
      if (await ask(gate.unproven)) await app.queries.invalidateQueries({ queryKey: STAFF_QUERIES });
    };
    return (
      <EmptyState
        icon={<ShieldAlert size={28} />}
        title={gate.unproven}
        action={
          <Button variant="primary" autoFocus onPress={() => void confirm()}>
            {gate.confirm}
          </Button>
        }
      />
    );
  }
  return <Asked query={access}>{() => children}</Asked>;
}
