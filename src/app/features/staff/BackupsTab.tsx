import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import type {
  BackupFailure,
  BackupRun,
  StaffBackupBody,
  StaffBackupsBody,
} from '../../../contract/backups.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { describeContent, describeProgress, describeState } from './describe-backup.ts';
import { Asked } from './Paged.tsx';
import { backupsQuery } from './queries.ts';
import styles from './Staff.module.css';
import { useAct } from './use-act.ts';
import { checkBackup, makeBackup } from './work-on-backups.ts';

/** Backups: when one is made, how the last one went, and all that there are. */
export function BackupsTab() {
  const app = useApp();
  const { backups: texts } = useLateTexts().staff;
  const query = useQuery(backupsQuery(app));
  return (
    <Asked query={query}>
      {(state) => (
        <>
          <Summary state={state} />
          {state.backups.length === 0 ? (
            // Of a bucket that says nothing nobody knows what is in it.
            state.list_failure === null && <EmptyState icon={<Archive size={28} />} title={texts.none} />
          ) : (
            <ul className={styles.rows} aria-label={texts.list}>
              {state.backups.map((backup) => (
                <li key={backup.name} className={styles.item}>
                  <Entry backup={backup} state={state} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Asked>
  );
}

function Summary({ state }: { readonly state: StaffBackupsBody }) {
  const app = useApp();
  const { format } = useTexts();
  const { backups: texts } = useLateTexts().staff;
  const [isBusy, act] = useAct();
  const {
    every_hours: hours,
    last_at: last,
    failure,
    check_failure: checkFailure,
    list_failure: listFailure,
    run,
  } = state;
  const lastWords = last === null ? '' : texts.last(format.dateTime(last));
  return (
    <section className={styles.card}>
      <div className={styles.line}>
        <p>
          {hours === null && texts.off}
          {hours !== null && texts.every(hours)} {lastWords}
        </p>
        {state.is_owner && (
          <Button
            variant="primary"
            isLoading={isBusy}
            isDisabled={run !== null}
            onPress={() => void act(() => makeBackup(app))}
          >
            {texts.make}
          </Button>
        )}
      </div>
      {run !== null && <Running run={run} />}
      {failure !== null && <Failed sentence={texts.failed} failure={failure} />}
      {checkFailure !== null && <Failed sentence={texts.checkFailed} failure={checkFailure} />}
      {listFailure !== null && <Failed sentence={texts.listFailed} failure={listFailure} />}
      {failure === null && state.is_overdue && hours !== null && (
        <FormError>{texts.overdue(hours, last && format.dateTime(last))}</FormError>
      )}
      <p className={styles.quiet}>
        {state.folder.startsWith('s3://') ? texts.bucket : texts.folder}: <code>{state.folder}</code>
      </p>
      {!state.is_owner && <p className={styles.quiet}>{texts.ownerOnly}</p>}
    </section>
  );
}

function Running({ run }: { readonly run: BackupRun }) {
  const { format } = useTexts();
  const { backups: texts } = useLateTexts().staff;
  const { words, percent } = describeProgress(texts, format, run);
  return (
    <div role="status">
      <p>
        {texts.running[run.kind]}: {words}
      </p>
      <ProgressBar label={texts.running[run.kind]} value={percent} tone="plain" />
      <p className={styles.quiet}>{texts.goesOn}</p>
    </div>
  );
}

function Failed({ sentence, failure }: { readonly sentence: string; readonly failure: BackupFailure }) {
  const { format } = useTexts();
  const { backups: texts } = useLateTexts().staff;
  return (
    <FormError>
      {format.dateTime(failure.since)}: {sentence} {texts.reasons[failure.reason](failure.words)}
    </FormError>
  );
}

function Entry({ backup, state }: { readonly backup: StaffBackupBody; readonly state: StaffBackupsBody }) {
  const app = useApp();
  const { format } = useTexts();
  const { backups: texts } = useLateTexts().staff;
  const [isBusy, act] = useAct();
  const when = format.dateTime(backup.created_at);
  const isDamaged = backup.version === null || (backup.checked !== null && backup.checked.damage !== null);
  const told = describeState(texts, format, backup);
  const isRead = state.run?.kind === 'check' && state.run.name === backup.name;
  return (
    <div className={styles.entry}>
      <span className={styles.words}>
        <span className={styles.name}>
          {when}
          {isDamaged && <Badge tone="danger">{texts.damaged}</Badge>}
        </span>
        <span className={styles.whom}>{describeContent(texts, format, backup)}</span>
        {told !== null && <span className={styles.whom}>{told}</span>}
        {backup.missing > 0 && <span className={styles.whom}>{texts.missing(backup.missing)}</span>}
      </span>
      {state.is_owner && (
        <Button
          size="sm"
          aria-label={texts.checkNamed(when)}
          isLoading={isBusy || isRead}
          isDisabled={state.run !== null}
          onPress={() => void act(() => checkBackup(app, backup.name))}
        >
          {texts.check}
        </Button>
      )}
    </div>
  );
}
