import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isAbort } from '../../../contract/failure.ts';
import type { ModelContents } from '../../../contract/model-report.ts';
import { CopyButton } from '../../core/CopyButton.tsx';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Details } from '../../ui/Details.tsx';
import type { Refusal } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import type { ModelRow } from '../../values/model-table.ts';
import styles from './AboutModel.module.css';
import { type FactGroup, listModelFacts, writeModelFacts } from './list-model-facts.ts';
import { lookIntoModel } from './look-into-model.ts';

/** Everything that is in the file on the stage, shown or not, to read and to copy. */
export function AboutModel({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const texts = useTexts();
  const { aboutModel: words } = useLateTexts();
  const { units } = useSnapshot(app.state.preferences);
  const { model_normalisation: normalisation } = useSettings();
  const model = useModel();
  const { contents, refusal } = useContents(model);
  const groups =
    model === null || contents === null
      ? null
      : listModelFacts(model, contents, normalisation ?? model.report.normalisation, units, texts, words);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      size="md"
      tools={groups !== null && <CopyButton label={words.copy} text={writeModelFacts(groups)} />}
    >
      {groups === null ? (
        <div className={styles.waiting} role="status">
          {refusal?.sentence(texts) ?? words.reading}
          <Details of={refusal?.cause} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <section className={styles.list} aria-label={words.title} tabIndex={0}>
          {groups.map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </section>
      )}
    </Modal>
  );
}

function Group({ title, facts }: FactGroup) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(({ label, value, hint }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two textures may be called the same, and none moves
          <div key={index} className={styles.fact}>
            <dt>{label}</dt>
            <dd>
              {value}
              {hint !== undefined && <span className={styles.hint}>{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the file holds, or why nobody can say. */
function useContents(model: ModelRow | null): {
  readonly contents: ModelContents | null;
  readonly refusal: Refusal | null;
} {
  const app = useApp();
  const [found, setFound] = useState<ModelContents | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (model === null) return;
    const stop = new AbortController();
    lookIntoModel(app, model, stop.signal).then(
      (contents) => {
        if (stop.signal.aborted) return;
        setFound(contents);
        setRefusal(
          contents === null ? { sentence: ({ language }) => lateTextsOf(language).aboutModel.gone } : null,
        );
      },
      (error: unknown) => {
        if (!isAbort(error)) setRefusal({ sentence: (texts) => describeError(texts, error), cause: error });
      },
    );
    return () => stop.abort();
  }, [app, model]);
  return { contents: found, refusal };
}
