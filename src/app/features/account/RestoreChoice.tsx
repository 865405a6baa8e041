import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundBackupsBody } from '../../../contract/restore.ts';
import { useAppBase } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { foundBackupsQuery } from './restore-instance.ts';
import styles from './SignIn.module.css';
import { SignInSkeleton } from './SignInSkeleton.tsx';
import { useForm } from './use-form.ts';

type Backup = FoundBackupsBody['backups'][number];

/** The backups of a folder on the server; whoever chooses one is asked once. */
export function RestoreChoice({
  token,
  onChoose,
}: {
  readonly token: string;
  readonly onChoose: (folder: string, name: string) => Promise<void>;
}) {
  const app = useAppBase();
  const texts = useTexts();
  const { format } = texts;
  const { restore } = useLateTexts();
  const [path, setPath] = useState<string | null>(null);
  const found = useQuery(foundBackupsQuery(app, token, path));
  const [asked, setAsked] = useState<Backup | null>(null);
  const form = useForm({
    initial: { path: '' },
    check: (values): { path?: string } => (values.path.trim() === '' ? { path: restore.pathMissing } : {}),
    send: async (values) => {
      setPath(values.path.trim());
      await app.queries.invalidateQueries({ queryKey: ['restore', 'backups'] });
    },
  });
  return (
    <>
      {found.isPending && <SignInSkeleton />}
      {found.isError && <FormError cause={found.error}>{describeError(texts, found.error)}</FormError>}
      {found.data !== undefined && <Found found={found.data} onAsk={setAsked} />}
      <form className={styles.form} onSubmit={form.submit} noValidate aria-label={restore.path}>
        <TextField label={restore.path} help={restore.pathHelp} {...form.field('path')} />
        <Button type="submit" isWide isLoading={found.isFetching} loadingLabel={restore.looking}>
          {restore.look}
        </Button>
      </form>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={restore.question(format.dateTime(asked.created_at))}
          message={restore.message}
          confirmLabel={restore.choose}
          isDestructive={false}
          onConfirm={() => {
            setAsked(null);
            void onChoose(found.data?.folder ?? '', asked.name);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Found({
  found: { folder, problem, backups },
  onAsk,
}: {
  readonly found: FoundBackupsBody;
  readonly onAsk: (backup: Backup) => void;
}) {
  const { format } = useTexts();
  const { restore } = useLateTexts();
  if (problem !== null) return <FormError>{restore.problems[problem]}</FormError>;
  if (backups.length === 0) return <p className={styles.intro}>{restore.none(folder)}</p>;
  return (
    <div className={styles.form}>
      <p className={styles.intro}>{restore.in(folder)}</p>
      <ul className={styles.backups} aria-label={restore.list}>
        {backups.map((backup) => {
          const when = format.dateTime(backup.created_at);
          return (
            <li key={backup.name} className={styles.backup}>
              <span className={styles.backupWords}>
                {when}
                <span className={styles.quiet}>{describe(backup)}</span>
                {backup.missing > 0 && (
                  <span className={styles.quiet}>{restore.missing(format.number(backup.missing))}</span>
                )}
              </span>
              <Button
                size="sm"
                aria-label={restore.chooseNamed(when)}
                isDisabled={backup.version === null}
                onPress={() => onAsk(backup)}
              >
                {restore.choose}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );

  function describe({ version, rows, files, bytes }: Backup): string {
    if (version === null) return restore.unreadable;
    const many = format.number(rows);
    if (files === null) return restore.contentOfDatabase(version, many);
    return restore.content(version, many, format.number(files), format.bytes(bytes));
  }
}
