import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Paged } from './Paged.tsx';
import { actsQuery } from './queries.ts';
import styles from './Staff.module.css';
import { saveActs } from './save-acts.ts';
import { NAMING_ACTS, nameActor, tellAct } from './tell-act.ts';
import { useAct } from './use-act.ts';

/**
 * What staff did, when and who.
 *
 * @param userId To one account; null for all that was done, which then names whom it was done for.
 */
export function ActList({ userId }: { readonly userId: number | null }) {
  const app = useApp();
  const texts = useLateTexts();
  const { format } = useTexts();
  const acts = useInfiniteQuery(actsQuery(app, userId));
  const [isSaving, save] = useAct();
  const isWhole = userId === null && (acts.data?.pages[0]?.results.length ?? 0) > 0;
  return (
    <>
      {isWhole && (
        <div className={styles.line}>
          <Button
            size="sm"
            icon={<Download size={14} aria-hidden="true" />}
            isLoading={isSaving}
            onPress={() => void save(() => saveActs(app))}
          >
            {texts.staff.saveActs}
          </Button>
        </div>
      )}
      <Paged query={acts} label={texts.staff.acts} empty={texts.staff.noActs} keyOf={(act) => act.id}>
        {(act) => {
          const actor = nameActor(texts, act);
          return (
            <div className={styles.entry}>
              <span className={styles.quiet}>{format.dateTime(act.created_at)}</span>
              <span className={styles.words}>
                {tellAct(texts, format, act)}
                {userId === null && act.person !== null && !NAMING_ACTS.includes(act.act) && (
                  <span className={styles.whom}>{texts.staff.actFor(act.person)}</span>
                )}
              </span>
              {actor !== null && <span className={styles.quiet}>{texts.staff.actBy(actor)}</span>}
            </div>
          );
        }}
      </Paged>
    </>
  );
}
