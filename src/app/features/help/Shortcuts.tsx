import { Fragment } from 'react';
import { KEY_GROUPS, KEYS, type KeyLabel } from '../../scene/keys.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './Shortcuts.module.css';

/** Every key of the page, by what it is for. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { keyList } = useLateTexts();
  const names: Readonly<Record<string, string>> = keyList.names;
  const labels: Readonly<Record<KeyLabel, string>> = { ...t.viewHelper.views, ...keyList.labels };
  return (
    <Modal isOpen onClose={onClose} title={t.keys.title} size="md">
      <p className={styles.hint}>{keyList.gestures}</p>
      <p className={styles.hint}>{keyList.hint}</p>
      <div className={styles.groups}>
        {KEY_GROUPS.map((group) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{keyList.groups[group]}</h3>
            <dl className={styles.list}>
              {KEYS.filter((row) => row.group === group).map(({ label, keys }) => (
                <div key={label} className={styles.row}>
                  <dt>{labels[label]}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && <span className={styles.or}>{keyList.or}</span>}
                        <kbd className={styles.keys}>{names[key] ?? key}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
