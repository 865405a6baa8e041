import { useRef, useState } from 'react';
import type { UserBody } from '../../../contract/http/accounts.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { type Refusal, Refused } from '../../ui/FormError.tsx';
import styles from './Account.module.css';
import { Avatar } from './Avatar.tsx';
import { changeAvatar, refuseAvatar } from './change-profile.ts';
import { fullName } from './full-name.ts';

/** The person's picture, chosen from a file of this device or taken away. */
export function ProfilePicture({
  user,
  isDisabled,
}: {
  readonly user: UserBody;
  readonly isDisabled: boolean;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { profile } = useLateTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  const change = async (file: File | null): Promise<void> => {
    const refused = file === null ? null : refuseAvatar(file);
    setError(refused);
    if (refused !== null || isBusy) return;
    setBusy(true);
    try {
      await changeAvatar(app, file);
    } catch (failure) {
      setError({
        sentence: (texts) => lateTextsOf(texts.language).profile.pictureFailed(describeError(texts, failure)),
        cause: failure,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.picture} aria-label={profile.picture}>
      <Avatar isLarge name={fullName(user, t.account.defaultName)} picture={user.avatar_url} />
      <input
        ref={input}
        hidden
        type="file"
        accept=".jpg,.jpeg,.png,.webp"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void change(file);
        }}
      />
      <div className={styles.pictureSide}>
        <div className={styles.buttons}>
          <Button
            isDisabled={isDisabled}
            isLoading={isBusy}
            loadingLabel={profile.sendingPicture}
            onPress={() => input.current?.click()}
          >
            {profile.choosePicture}
          </Button>
          {user.avatar_url !== null && (
            <Button variant="quiet" isDisabled={isDisabled || isBusy} onPress={() => void change(null)}>
              {profile.removePicture}
            </Button>
          )}
        </div>
        {error === null ? <p className={styles.hint}>{profile.pictureHelp}</p> : <Refused refusal={error} />}
      </div>
    </section>
  );
}
