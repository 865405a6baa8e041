import { BookmarkPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { NameDialog } from '../../ui/NameDialog.tsx';
import { useListFocus } from '../../ui/use-list-focus.ts';
import { freeName } from '../../values/free-name.ts';
import type { LookRow } from '../../values/look-row.ts';
import { AppliedNote } from './AppliedNote.tsx';
import { LookCard } from './LookCard.tsx';
import styles from './LooksSection.module.css';
import { renameLook } from './rename-look.ts';
import { saveLook } from './save-look.ts';

/** The saved looks as pictures, a way to save the present one, and what the last one could not do. */
export function LookGrid() {
  const app = useApp();
  const { t } = useTexts();
  const { userId } = useSnapshot(app.state.account);
  const [naming, setNaming] = useState<'new' | LookRow | null>(null);
  const looks = useLiveQuery(
    async () =>
      (
        await app.db.looks
          .where('userId')
          .equals(userId ?? -1)
          .toArray()
      )
        .filter(({ deletedAt }) => deletedAt === null)
        .sort((a, b) => b.createdAt - a.createdAt || a.id.localeCompare(b.id)),
    [userId],
  );
  const save = (name: string): void => {
    saveLook(app, name).catch((cause: unknown) => app.toasts.show('error', t.looks.notKept(name), { cause }));
  };
  const block = useRef<HTMLDivElement>(null);
  useListFocus(block);
  return (
    <div ref={block} className={styles.looks}>
      <AppliedNote />
      {looks?.length === 0 && <p className={styles.hint}>{t.looks.hint}</p>}
      <Button icon={<BookmarkPlus size={16} />} onPress={() => setNaming('new')}>
        {t.looks.save}
      </Button>
      {looks !== undefined && looks.length > 0 && (
        <ul className={styles.grid} aria-label={t.looks.title}>
          {looks.map((look) => (
            <LookCard key={look.id} row={look} onRename={() => setNaming(look)} />
          ))}
        </ul>
      )}
      {naming === 'new' && (
        <NameDialog
          title={t.looks.saveTitle}
          label={t.looks.name}
          name={freeName(
            t.looks.defaultName((looks?.length ?? 0) + 1),
            (looks ?? []).map(({ name }) => name),
          )}
          action={t.looks.saveAction}
          onDone={save}
          onClose={() => setNaming(null)}
        />
      )}
      {naming !== null && naming !== 'new' && (
        <NameDialog
          title={t.looks.renameTitle(naming.name)}
          label={t.looks.name}
          name={naming.name}
          action={t.looks.renameAction}
          onDone={(name) => renameLook(app, naming, name)}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}
