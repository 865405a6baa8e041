import type { AccountLanguage, WayIn } from '../../contract/http/accounts.ts';

/** What a mail says. `link` is what its button opens. Nothing in it was typed by a stranger but addresses. */
export type Message =
  | { readonly kind: 'verify-email'; readonly link: string }
  /** To the new address. */
  | { readonly kind: 'change-email'; readonly link: string }
  /** To the present address. */
  | { readonly kind: 'email-changing'; readonly newEmail: string }
  | { readonly kind: 'reset-password'; readonly link: string }
  /** @param removed What opened the account besides, and was taken off it. */
  | { readonly kind: 'password-changed'; readonly removed?: readonly WayIn[] }
  | { readonly kind: 'second-factor-on' }
  | { readonly kind: 'second-factor-off' }
  /** By staff. */
  | { readonly kind: 'second-factor-removed' }
  | { readonly kind: 'passkey-added' }
  | { readonly kind: 'api-key-made' }
  | { readonly kind: 'passkey-removed' }
  /** Somebody tries passwords on the account. */
  | { readonly kind: 'sign-in-alarm' }
  /** Somebody tries codes of its second factor, and so knows the password or is signed in. */
  | { readonly kind: 'code-alarm' }
  | { readonly kind: 'invitation'; readonly link: string };

/** A mail in one language, before it is laid out. */
export interface MailText {
  readonly subject: string;
  readonly lines: readonly string[];
  /** What its button says; absent without a link. */
  readonly button?: string;
}
type Texts = {
  readonly [K in Message['kind']]: (message: Extract<Message, { kind: K }>) => MailText;
};

const en: Texts = {
  'verify-email': () => ({
    subject: 'Confirm your e-mail for Vitrine',
    lines: [
      'Please confirm that this e-mail address is yours.',
      'The link works for 3 days. If you did not register at Vitrine, you need not do anything.',
    ],
    button: 'Confirm e-mail',
  }),
  'change-email': () => ({
    subject: 'Confirm your new e-mail for Vitrine',
    lines: [
      'Please confirm that your Vitrine account shall use this e-mail address from now on.',
      'The link works for 3 days. If this was not you, you need not do anything.',
    ],
    button: 'Use this e-mail',
  }),
  'email-changing': ({ newEmail }) => ({
    subject: 'Your e-mail at Vitrine is about to change',
    lines: [
      `Somebody signed in to your Vitrine account asked to use ${newEmail} instead of this address.`,
      'It changes when the link that was sent there is opened. If this was not you, change your password now.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Choose a new password for Vitrine',
    lines: [
      'With this link you choose a new password for your Vitrine account. It works once, for one hour.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
    button: 'Choose a new password',
  }),
  'password-changed': ({ removed = [] }) => ({
    subject: 'Your password at Vitrine was changed',
    lines: [
      'The password of your Vitrine account was changed, and all other devices were signed out.',
      ...listOf('en', removed, {
        'second-factor': 'the second factor',
        passkeys: 'passkeys',
        'api-keys': 'API keys',
        identities: 'sign-ins through others',
        webhooks: 'webhooks',
      }).map(
        (all) =>
          `Nobody had confirmed this address before, and somebody else may have made the account. So this was taken off it: ${all}. What is yours of it, set up again.`,
      ),
      'If this was not you, choose a new password at once with “Forgot your password?” on the sign-in page.',
    ],
  }),
  'second-factor-on': () => ({
    subject: 'A second factor is on at Vitrine',
    lines: [
      'From now on your Vitrine account asks for a code of your app after the password.',
      'If this was not you, choose a new password at once and ask whoever runs this server to take the second factor off.',
    ],
  }),
  'second-factor-off': () => ({
    subject: 'The second factor is off at Vitrine',
    lines: [
      'Your Vitrine account asks for the password alone again.',
      'If this was not you, choose a new password at once with “Forgot your password?” on the sign-in page.',
    ],
  }),
  'second-factor-removed': () => ({
    subject: 'Staff took your second factor off at Vitrine',
    lines: [
      'Whoever runs this Vitrine took the second factor off your account, and you are signed out everywhere.',
      'Sign in with your password alone, and set up a second factor anew in the settings. If you did not ask for this, choose a new password at once with “Forgot your password?” on the sign-in page.',
    ],
  }),
  'passkey-added': () => ({
    subject: 'A passkey was added at Vitrine',
    lines: [
      'From now on this passkey signs in to your Vitrine account without password and code.',
      'If this was not you, remove it in the settings of your account and change your password at once.',
    ],
  }),
  'api-key-made': () => ({
    subject: 'An API key was made at Vitrine',
    lines: [
      'From now on a program can use your Vitrine account with this key, as far as you let it.',
      'If this was not you, revoke it in the settings of your account and change your password at once.',
    ],
  }),
  'passkey-removed': () => ({
    subject: 'A passkey was removed at Vitrine',
    lines: [
      'This passkey no longer signs in to your Vitrine account.',
      'If this was not you, choose a new password at once with “Forgot your password?” on the sign-in page.',
    ],
  }),
  'sign-in-alarm': () => ({
    subject: 'Somebody tries passwords on your Vitrine account',
    lines: [
      'Within a day there were ten or more wrong passwords for your Vitrine account.',
      'You can sign in as always; it may take a few seconds longer. If it was not you, make sure that you use this password nowhere else, or change it.',
    ],
  }),
  'code-alarm': () => ({
    subject: 'Somebody tries codes on your Vitrine account',
    lines: [
      'Within a day there were ten or more wrong codes of the second factor for your Vitrine account.',
      'Whoever tried them knows your password, or uses a device where you are signed in. If it was not you, choose a new password at once and sign out everywhere. You can sign in as always; it may take a few seconds longer.',
    ],
  }),
  invitation: () => ({
    subject: 'Your invitation to Vitrine',
    lines: [
      'You are invited to Vitrine, where 3D product models become finished product pictures.',
      'The link is good for one registration and works for 14 days.',
    ],
    button: 'Register',
  }),
};

const es: Texts = {
  'verify-email': () => ({
    subject: 'Confirma tu correo para Vitrine',
    lines: [
      'Confirma que esta dirección de correo es tuya.',
      'El enlace funciona durante 3 días. Si no te registraste en Vitrine, no tienes que hacer nada.',
    ],
    button: 'Confirmar correo',
  }),
  'change-email': () => ({
    subject: 'Confirma tu nuevo correo para Vitrine',
    lines: [
      'Confirma que tu cuenta de Vitrine usará esta dirección de correo a partir de ahora.',
      'El enlace funciona durante 3 días. Si no fuiste tú, no tienes que hacer nada.',
    ],
    button: 'Usar este correo',
  }),
  'email-changing': ({ newEmail }) => ({
    subject: 'Tu correo en Vitrine va a cambiar',
    lines: [
      `Alguien con la sesión iniciada en tu cuenta de Vitrine ha pedido usar ${newEmail} en lugar de esta dirección.`,
      'Cambiará cuando se abra el enlace que se envió allí. Si no fuiste tú, cambia tu contraseña ahora.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Elige una nueva contraseña para Vitrine',
    lines: [
      'Con este enlace eliges una nueva contraseña para tu cuenta de Vitrine. Funciona una sola vez, durante una hora.',
      'Si no lo pediste, no tienes que hacer nada: tu contraseña sigue como está.',
    ],
    button: 'Elegir contraseña',
  }),
  'password-changed': ({ removed = [] }) => ({
    subject: 'Tu contraseña de Vitrine ha cambiado',
    lines: [
      'La contraseña de tu cuenta de Vitrine ha cambiado y se ha cerrado la sesión en los demás dispositivos.',
      ...listOf('es', removed, {
        'second-factor': 'el segundo factor',
        passkeys: 'las llaves de acceso',
        'api-keys': 'las claves de API',
        identities: 'el acceso a través de otros',
        webhooks: 'los webhooks',
      }).map(
        (all) =>
          `Nadie había confirmado antes esta dirección, y otra persona pudo haber creado la cuenta. Por eso se le ha quitado esto: ${all}. Lo que sea tuyo, configúralo de nuevo.`,
      ),
      'Si no fuiste tú, elige otra cuanto antes con «¿Has olvidado tu contraseña?» en la página de acceso.',
    ],
  }),
  'second-factor-on': () => ({
    subject: 'Se ha activado un segundo factor en Vitrine',
    lines: [
      'A partir de ahora tu cuenta de Vitrine pide un código de tu aplicación después de la contraseña.',
      'Si no fuiste tú, elige otra contraseña cuanto antes y pide a quien administra este servidor que quite el segundo factor.',
    ],
  }),
  'second-factor-off': () => ({
    subject: 'Se ha desactivado el segundo factor en Vitrine',
    lines: [
      'Tu cuenta de Vitrine vuelve a pedir solo la contraseña.',
      'Si no fuiste tú, elige otra cuanto antes con «¿Has olvidado tu contraseña?» en la página de acceso.',
    ],
  }),
  'second-factor-removed': () => ({
    subject: 'El equipo ha quitado tu segundo factor en Vitrine',
    lines: [
      'Quien administra este Vitrine ha quitado el segundo factor de tu cuenta y ha cerrado tu sesión en todas partes.',
      'Inicia sesión solo con tu contraseña y configura otra vez un segundo factor en los ajustes. Si no lo pediste, elige otra contraseña cuanto antes con «¿Has olvidado tu contraseña?» en la página de acceso.',
    ],
  }),
  'passkey-added': () => ({
    subject: 'Se ha añadido una llave de acceso en Vitrine',
    lines: [
      'A partir de ahora esta llave de acceso inicia sesión en tu cuenta de Vitrine sin contraseña ni código.',
      'Si no fuiste tú, quítala en los ajustes de tu cuenta y cambia tu contraseña cuanto antes.',
    ],
  }),
  'api-key-made': () => ({
    subject: 'Se ha creado una clave de API en Vitrine',
    lines: [
      'A partir de ahora un programa puede usar tu cuenta de Vitrine con esta clave, hasta donde se lo permitas.',
      'Si no fuiste tú, revócala en los ajustes de tu cuenta y cambia tu contraseña cuanto antes.',
    ],
  }),
  'passkey-removed': () => ({
    subject: 'Se ha quitado una llave de acceso en Vitrine',
    lines: [
      'Esta llave de acceso ya no inicia sesión en tu cuenta de Vitrine.',
      'Si no fuiste tú, elige otra contraseña cuanto antes con «¿Has olvidado tu contraseña?» en la página de acceso.',
    ],
  }),
  'sign-in-alarm': () => ({
    subject: 'Alguien está probando contraseñas en tu cuenta de Vitrine',
    lines: [
      'En un día ha habido diez o más contraseñas incorrectas para tu cuenta de Vitrine.',
      'Puedes iniciar sesión como siempre; quizá tarde unos segundos más. Si no fuiste tú, asegúrate de no usar esta contraseña en ningún otro sitio, o cámbiala.',
    ],
  }),
  'code-alarm': () => ({
    subject: 'Alguien está probando códigos en tu cuenta de Vitrine',
    lines: [
      'En un día ha habido diez o más códigos incorrectos del segundo factor para tu cuenta de Vitrine.',
      'Quien los ha probado conoce tu contraseña o usa un dispositivo en el que tienes la sesión iniciada. Si no fuiste tú, elige otra contraseña cuanto antes y cierra la sesión en todas partes. Puedes iniciar sesión como siempre; quizá tarde unos segundos más.',
    ],
  }),
  invitation: () => ({
    subject: 'Tu invitación a Vitrine',
    lines: [
      'Te invitamos a Vitrine, donde los modelos 3D de producto se convierten en imágenes acabadas.',
      'El enlace sirve para un registro y funciona durante 14 días.',
    ],
    button: 'Registrarse',
  }),
};

const texts: Readonly<Record<AccountLanguage, Texts>> = { en, es };

/** In one phrase; none for nothing. */
function listOf(
  language: AccountLanguage,
  ways: readonly WayIn[],
  names: Readonly<Record<WayIn, string>>,
): string[] {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return ways.length === 0 ? [] : [list.format(ways.map((way) => names[way]))];
}

/** The words of a mail. */
export function textOf(message: Message, language: AccountLanguage): MailText {
  const entry = texts[language][message.kind] as (message: Message) => MailText;
  return entry(message);
}
