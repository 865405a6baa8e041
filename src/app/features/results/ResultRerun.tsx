import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ResultInfo.module.css';
import { tellChange } from './tell-change.ts';

/** Of a recipe that ran again: which render it was, and what has changed since. */
export function ResultRerun({
  render,
  onOpen,
}: {
  readonly render: RenderBody;
  readonly onOpen: (id: RenderId) => void;
}) {
  const { result } = useLateTexts();
  const { rerun_of: first, changes, status } = render;
  if (first === null) return null;
  return (
    <section className={styles.block}>
      <h3 className={styles.rerun}>
        {result.isRerun(first)}
        <Button size="sm" variant="quiet" onPress={() => onOpen(first)}>
          {result.openFirst}
        </Button>
      </h3>
      {status === 'completed' && (
        <p className={styles.quiet}>{changes.length === 0 ? result.unchanged : result.changed}</p>
      )}
      <dl>
        {changes.map((change) => (
          <div key={change.what} className={styles.fact}>
            <dt>{result.changes[change.what]}</dt>
            <dd>{result.change(...tellChange(change))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
