import { PASSWORD_MIN_LENGTH } from '../../../contract/constants.ts';
import type { Widened } from '../catalogue.ts';
import type { enSignIn } from '../en/sign-in.ts';

/** The way in, and what somebody is told there. */
export const esSignIn: Widened<typeof enSignIn> = {
  signIn: {
    signInTitle: 'Iniciar sesión en Vitrine',
    registerTitle: 'Crear una cuenta',
    ownerTitle: 'Te damos la bienvenida a tu Vitrine',
    ownerIntro:
      'Con este enlace te conviertes en propietario. Elige el correo y la contraseña con los que iniciarás sesión.',
    ownerCredits:
      'Los créditos de arriba cuentan renders; en un servidor tuyo no son dinero. Púlsalos para leer para qué sirven.',
    name: 'Nombre',
    email: 'Correo electrónico',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    passwordHelp: `Al menos ${PASSWORD_MIN_LENGTH} caracteres.`,
    signIn: 'Iniciar sesión',
    signingIn: 'Iniciando sesión…',
    register: 'Crear cuenta',
    registering: 'Creando la cuenta…',
    claim: 'Ser propietario',
    hadOne: '¿Ya tenías uno?',
    toRestore: 'Restaurar de una copia',
    newHere: '¿Aún no tienes cuenta?',
    toRegister: 'Crear una cuenta',
    haveAccount: '¿Ya tienes cuenta?',
    toSignIn: 'Iniciar sesión',
    backToSignIn: 'Volver al inicio de sesión',
    nameMissing: 'Escribe tu nombre.',
    emailInvalid: 'Escribe una dirección de correo completa.',
    passwordMissing: 'Escribe tu contraseña.',
    needsOwner:
      'Aún no hay propietario: abre el enlace de un solo uso que se mostró al arrancar el servidor.',
    or: 'o',
    loginFailed: 'Credenciales no válidas',
    registerFailed: 'Error en el registro',
    company: (name) => `Iniciar sesión con ${name}`,
    stillThere: (name) => `Quien estuvo aquí antes sigue con la sesión abierta en ${name} en este navegador.`,
    signOutThere: 'Cerrarla también allí',
    googleFailed: 'Error en la autenticación con Google',
    googleMissing:
      'No se ha podido cargar el acceso con Google. Inicia sesión con contraseña o inténtalo de nuevo.',
    answerMalformed: 'Formato de respuesta del servidor no válido',
    invitationNeeded:
      'Aquí las cuentas nuevas necesitan una invitación y no traes ninguna. Deja tu correo: te avisaremos cuando la haya.',
    waitingTitle: 'Apuntarse a la lista de espera',
    waitingIntro:
      'Ahora las cuentas nuevas necesitan una invitación. Deja tu correo y la recibirás cuando haya sitio.',
    join: 'Apuntarme',
    joining: 'Apuntando…',
    joinFailed: 'No se ha podido apuntar en la lista de espera',
    joinedTitle: 'Estás en la lista',
    joined: (email) => `Guardamos ${email}. Recibirás una invitación cuando haya sitio.`,
    joinedMail: (email) => `Escribiremos a ${email} cuando haya sitio.`,
    invited: 'Tienes una invitación.',
    invitedEmail: 'La invitación es para este correo.',
    verifyFailed: 'No se ha podido comprobar la invitación',
    goOn: 'Continuar sin ella',
    forgot: '¿Has olvidado tu contraseña?',
    forgotTitle: '¿Has olvidado tu contraseña?',
    forgotIntroMail: 'Escribe tu correo y te enviaremos un enlace para elegir otra.',
    forgotIntroOwner:
      'Esta instancia no envía correo. Escribe el tuyo, y su propietario verá que necesitas un enlace para elegir otra.',
    askLink: 'Pedir un enlace',
    asking: 'Pidiendo…',
    linkMailed: (email) =>
      `Si hay una cuenta con ${email}, le hemos enviado un enlace. Vale durante una hora, una sola vez.`,
    linkFromOwner:
      'Si existe esa cuenta, el propietario de esta instancia ve que necesita un enlace. Pídeselo.',
    resetTitle: 'Elegir una contraseña nueva',
    resetIntro: 'Con ella se inicia tu sesión, y se cierra en los demás dispositivos.',
    reset: 'Guardar e iniciar sesión',
    removedWays: (what) =>
      `Nadie había confirmado antes esta dirección. Se ha quitado de la cuenta: ${what}. Configura de nuevo lo que sea tuyo.`,
    waysIn: {
      'second-factor': 'el segundo factor',
      passkeys: 'las llaves de acceso',
      'api-keys': 'las claves de API',
      identities: 'el acceso a través de otros',
      webhooks: 'los webhooks',
    },
    askAgain: 'Pedir otro enlace',
    codeTitle: 'Segundo factor',
    codeIntro: 'Escribe los seis dígitos que muestra ahora tu aplicación de autenticación.',
    code: 'Código',
    codeMissing: 'Escribe el código.',
    toRecovery: 'Usar un código de recuperación',
    recoveryIntro: 'Escribe uno de los códigos de recuperación que guardaste. Cada uno vale una vez.',
    recoveryCode: 'Código de recuperación',
    toCode: 'Usar el código de la aplicación',
    passkey: 'Usar una llave de acceso',
    backToPassword: 'Volver a la contraseña',
    verifyForCredits: (amount) => `Recibirás ${amount} créditos cuando sigas el enlace de nuestro correo.`,
    approvalForCredits: (amount) =>
      `Recibirás ${amount} créditos cuando el propietario de esta instancia apruebe tu cuenta.`,
    language: 'Idioma',
    languages: { en: 'English', es: 'Español' },
  },
  verify: {
    title: 'Confirmar tu correo',
    running: 'Confirmando tu correo…',
    done: (email) => `${email} está confirmado.`,
    credits: (amount) => `Tienes ${amount} créditos.`,
    goOn: 'Continuar',
  },
};
