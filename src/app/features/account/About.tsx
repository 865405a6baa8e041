import { useQuery } from '@tanstack/react-query';
import { VersionBody } from '../../../contract/http/instance.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './About.module.css';

/** The version of the product that the server serves, or that it is unknown (S1 2.2). */
export function About({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { t } = useTexts();
  const { about } = useLateTexts();
  const version = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => app.server.call('/version.json', VersionBody, { isPublic: true }, signal),
  });
  return (
    <Modal isOpen onClose={onClose} title={t.account.aboutTitle} size="sm">
      <dl className={styles.facts}>
        <dt>{t.shell.product}</dt>
        <dd>
          {about.version} {version.data?.version ?? (version.isPending ? '…' : about.unknown)}
        </dd>
      </dl>
    </Modal>
  );
}
