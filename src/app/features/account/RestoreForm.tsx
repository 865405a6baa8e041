import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { RestoreState } from '../../../contract/restore.ts';
import { useAppBase } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { AuthCard } from './AuthCard.tsx';
import { OtherWay } from './OtherWay.tsx';
import { Outcome } from './Outcome.tsx';
import { RestoreChoice } from './RestoreChoice.tsx';
import { restoreQuery, startRestore } from './restore-instance.ts';
import styles from './SignIn.module.css';

/** A backup in place of a new instance: which one, how far it is, and that people sign in as before. */
export function RestoreForm({ token, toOwner }: { readonly token: string; readonly toOwner: () => void }) {
  const app = useAppBase();
  const texts = useTexts();
  const { restore } = useLateTexts();
  const { data } = useQuery(restoreQuery(app));
  // What the server said when it was asked; what it says later goes on from there.
  const [begun, setBegun] = useState<RestoreState | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const state = data?.state ?? null;
  const isWorking = state !== null && state.step !== 'idle' && state.step !== 'refused';
  if (isWorking && begun === null) setBegun(state);

  if (data?.isDone === true) {
    return (
      <AuthCard title={restore.doneTitle}>
        <Outcome icon={<CircleCheck size={28} />}>{restore.done}</Outcome>
        <Button variant="primary" size="lg" isWide autoFocus onPress={() => app.outside.address.leave('/')}>
          {restore.signIn}
        </Button>
      </AuthCard>
    );
  }
  if (isWorking) {
    return (
      <AuthCard title={restore.title}>
        <Working state={state} />
      </AuthCard>
    );
  }
  const begin = async (folder: string, name: string): Promise<void> => {
    setFailure(null);
    try {
      const told = await startRestore(app, token, { folder, name });
      setBegun(told);
      app.queries.setQueryData(restoreQuery(app).queryKey, { state: told, isDone: false });
    } catch (error) {
      setFailure(error);
    }
  };
  const refusal =
    state?.step === 'refused' ? state.refusal : state?.step === 'idle' && begun !== null ? 'stopped' : null;
  const error = failure === null ? refusal && restore.refusals[refusal] : describeError(texts, failure);
  return (
    <AuthCard
      title={restore.title}
      intro={restore.intro}
      error={error ?? undefined}
      cause={failure ?? undefined}
      below={<OtherWay action={restore.back} onPress={toOwner} />}
    >
      <RestoreChoice token={token} onChoose={begin} />
    </AuthCard>
  );
}

function Working({ state }: { readonly state: RestoreState }) {
  const { format } = useTexts();
  const { restore } = useLateTexts();
  const { step, done, total } = state;
  if (step === 'idle' || step === 'refused') return null;
  const files = total === 0 ? '' : restore.ofFiles(format.number(done + 1), format.number(total));
  return (
    <div role="status" className={styles.restoring}>
      <p className={styles.intro}>
        {files === '' ? `${restore.steps[step]}…` : `${restore.steps[step]}, ${files}`}
      </p>
      <ProgressBar
        label={restore.steps[step]}
        value={total === 0 ? null : (100 * done) / total}
        tone="plain"
      />
      <p className={styles.intro}>{restore.goesOn}</p>
    </div>
  );
}
