import { Cpu, Keyboard, MessageSquare, Route, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSystem } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './Help.module.css';

/**
 * Where a person finds their way: the tutorial, the keys, what each engine is, and how to tell us.
 *
 * @param tutorial What starts the tutorial.
 */
export function Help({ tutorial, onClose }: { readonly tutorial: ReactNode; readonly onClose: () => void }) {
  const app = useApp();
  const { help: texts, tutorial: words } = useLateTexts();
  const hasAi = (useSystem()?.system.ai ?? null) !== null;
  return (
    <Modal isOpen onClose={onClose} title={texts.title} size="md">
      <div className={styles.rows}>
        <Row icon={<Route size={20} />} title={words.title} text={texts.tutorialHint}>
          {tutorial}
        </Row>
        <Row icon={<Keyboard size={20} />} title={texts.shortcuts} text={texts.shortcutsHint}>
          <Button
            size="sm"
            onPress={() => {
              app.state.shell.modal = { kind: 'shortcuts' };
            }}
          >
            {texts.shortcuts}
          </Button>
        </Row>
        <Row icon={<MessageSquare size={20} />} title={texts.feedback} text={texts.feedbackHint}>
          <Button
            size="sm"
            onPress={() => {
              app.state.shell.modal = { kind: 'feedback' };
            }}
          >
            {texts.feedback}
          </Button>
        </Row>
        <h3 className={styles.heading}>{texts.engines}</h3>
        <Row isPart icon={<Cpu size={20} />} title={texts.studio} text={texts.studioText} />
        <Row
          isPart
          icon={<Sparkles size={20} />}
          title={texts.ai}
          text={`${texts.aiText} ${hasAi ? texts.aiHere : texts.aiMissing}`}
        />
      </div>
    </Modal>
  );
}

function Row({
  icon,
  title,
  text,
  isPart = false,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Under a heading of several rows. */
  readonly isPart?: boolean;
  readonly children?: ReactNode;
}) {
  const Title = isPart ? 'h4' : 'h3';
  return (
    <section className={styles.row} aria-label={title}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </section>
  );
}
