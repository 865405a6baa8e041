import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { readBreachedPasswords } from './breached-passwords.ts';

/** Of 12 and more characters, lower case: what the list of breached ones lacks and the patterns below do not catch. */
const COMMON = new Set([
  ...['password1234', 'password12345', 'password123456', 'passwordpassword', 'password1password'],
  ...['passw0rd1234', 'p@ssw0rd1234', 'p@ssword1234', 'mypassword123', 'contraseña123', 'contrasena123'],
  ...['qwertyuiop12', 'qwertyuiop123', 'qwertyuiop[]', 'qwertyuiopas', 'qwertyuiopasdf', 'qwerty123456'],
  ...['qwerty1234567', 'qwertyqwerty', 'asdfghjkl123', 'asdfghjkl;123', 'zxcvbnm12345', '1qaz2wsx3edc'],
  ...['1q2w3e4r5t6y', '1q2w3e4r5t6y7u', 'q1w2e3r4t5y6', 'zaq12wsxcde3', '1234qwerasdf', 'qazwsxedcrfv'],
  ...['123qweasdzxc', 'abc123456789', 'abcd12345678', 'a1b2c3d4e5f6', 'abcdefg12345', 'iloveyou1234'],
  ...['iloveyou2020', 'iloveyouforever', 'letmein12345', 'letmeinplease', 'welcome12345', 'welcome123456'],
  ...['administrator', 'administrador', 'admin1234567', 'admin12345678', 'adminadmin123', 'changeme1234'],
  ...['changemeplease', 'football1234', 'baseball1234', 'basketball12', 'superman1234', 'princess1234'],
  ...['sunshine1234', 'michael12345', 'christopher1', 'manchesterunited', 'liverpoolfc1', 'realmadrid123'],
  ...['barcelona123', 'correcthorsebatterystaple', 'trustno1trustno1', 'monkey123456', 'dragon123456'],
]);
/** What most of those lists' longer passwords are made of, before digits and marks are put around it. */
const ROOTS = [
  ...[
    'password',
    'passwort',
    'contraseña',
    'contrasena',
    'passw',
    'qwerty',
    'qwertyuiop',
    'qwertz',
    'azerty',
  ],
  ...['asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', 'qazwsx', 'abc', 'abcd', 'iloveyou', 'teamo', 'tequiero'],
  ...['letmein', 'welcome', 'bienvenido', 'admin', 'administrator', 'administrador', 'root', 'login', 'user'],
  ...['changeme', 'secret', 'secreto', 'default', 'test', 'guest', 'master', 'dragon', 'monkey', 'shadow'],
  ...[
    'football',
    'futbol',
    'baseball',
    'basketball',
    'superman',
    'batman',
    'pokemon',
    'starwars',
    'princess',
  ],
  ...[
    'princesa',
    'sunshine',
    'whatever',
    'trustno',
    'michael',
    'jordan',
    'charlie',
    'liverpool',
    'barcelona',
  ],
  ...['realmadrid', 'america', 'mexico', 'spring', 'summer', 'autumn', 'winter', 'primavera', 'verano'],
  ...['january', 'december', 'enero', 'hello', 'hola', 'my', 'mi', 'new', 'the', 'vitrine'],
];
const ONLY_ROOTS = new RegExp(`^(?:${[...ROOTS].sort((a, b) => b.length - a.length).join('|')})+$`);
/** Letters as they are written in disguise. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** One character, or a short piece, over and over. */
const REPEATED = /^(.{1,4})\1+.{0,3}$/;
const SEQUENCES = ['01234567890123456789', '98765432109876543210', 'abcdefghijklmnopqrstuvwxyz'];

/**
 * Refuses what is easily guessed (L12).
 *
 * @param person Name and e-mail: neither may be the password.
 * @throws AppError `password-weak`.
 */
export async function checkPassword(password: string, person: readonly string[]): Promise<void> {
  // Counted in characters, as a person does.
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) throw new AppError({ code: 'password-weak', reason: 'short' });
  if (length > PASSWORD_MAX_LENGTH) throw new AppError({ code: 'password-weak', reason: 'long' });
  const lower = password.toLowerCase();
  const { whole, words } = await readBreachedPasswords();
  const isCommon =
    COMMON.has(lower) ||
    whole.has(lower) ||
    isDecorated(lower, words) ||
    REPEATED.test(lower) ||
    SEQUENCES.some((sequence) => sequence.includes(lower)) ||
    person.some((text) => text.toLowerCase() === lower);
  if (isCommon) throw new AppError({ code: 'password-weak', reason: 'common' });
}

/** Whether it is common words with digits and marks around, between or in place of letters: `P4ssw0rd-2026!!`. */
function isDecorated(lower: string, words: ReadonlySet<string>): boolean {
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const letters = bare.replace(/[^\p{L}]/gu, '');
  const disguised = bare.replace(/[013457@$!]/g, (mark) => DISGUISES[mark] ?? '').replace(/[^\p{L}]/gu, '');
  return [letters, disguised].some((word) => ONLY_ROOTS.test(word) || words.has(word));
}
