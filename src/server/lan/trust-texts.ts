/** A kind of device, and how it is told to trust an authority. Steps are HTML of ours; `{name}` is the authority's name. */
export interface DeviceSteps {
  readonly device: 'apple' | 'android' | 'mac' | 'windows' | 'linux' | 'firefox';
  readonly title: string;
  /** What its link says. */
  readonly file: string;
  readonly steps: readonly string[];
}

/** Every sentence of the page that tells how to trust this server. */
export interface TrustTexts {
  readonly title: string;
  readonly other: string;
  readonly lead: string;
  readonly nothing: string;
  readonly open: string;
  readonly otherAddresses: string;
  readonly fingerprint: string;
  readonly compare: string;
  readonly honest: string;
  readonly reach: string;
  readonly undo: string;
  readonly devices: readonly DeviceSteps[];
}

const en: TrustTexts = {
  title: 'Vitrine on this device',
  other: 'Español',
  lead: 'Two things, once for each device: let it trust this Vitrine, then open it. Without that, browsers neither install it nor keep it for working offline.',
  nothing: 'Nothing is to be installed here: this Vitrine has a certificate that devices know. Open it.',
  open: 'Open Vitrine',
  otherAddresses: 'It also answers at',
  fingerprint: 'Fingerprint of the certificate (SHA-256)',
  compare:
    'This page came without encryption. Compare the fingerprint with the one in the terminal where Vitrine was started, and install the certificate only when they are equal.',
  honest:
    'This page cannot see whether your device trusts Vitrine. If the browser warns when you open it, a step is missing: go through them again.',
  reach:
    'The certificate counts for addresses and names of local networks only, not for websites on the internet.',
  undo: 'To take it back, remove the profile or certificate “{name}” in the same place.',
  devices: [
    {
      device: 'apple',
      title: 'iPad and iPhone',
      file: 'Download the profile',
      steps: [
        'Open this page in <b>Safari</b>, press <b>Download the profile</b> below, and press <b>Allow</b>.',
        'Open <b>Settings</b>. Press <b>Profile Downloaded</b> at the top (or <b>General</b>, <b>VPN &amp; Device Management</b>), then <b>Install</b>.',
        'Still in Settings: <b>General</b>, <b>About</b>, <b>Certificate Trust Settings</b> at the very bottom. Switch on <b>{name}</b>.',
        'Come back here and press <b>Open Vitrine</b>.',
        'In Safari press <b>Share</b>, then <b>Add to Home Screen</b>. Vitrine opens from there like an app.',
      ],
    },
    {
      device: 'android',
      title: 'Android',
      file: 'Download the certificate',
      steps: [
        'Press <b>Download the certificate</b> below and keep the file.',
        'Open <b>Settings</b>, search for <b>CA certificate</b> (Security, Encryption &amp; credentials, Install a certificate), and press <b>Install anyway</b>.',
        'Choose <b>vitrine.crt</b> among the downloads.',
        'Come back here in Chrome and press <b>Open Vitrine</b>, then the menu, <b>Add to Home screen</b>.',
      ],
    },
    {
      device: 'mac',
      title: 'Mac (Safari, Chrome, Edge)',
      file: 'Download the certificate',
      steps: [
        'Press <b>Download the certificate</b> below and open the file: <b>Keychain Access</b> takes it.',
        'Find <b>{name}</b> there and open it with a double click.',
        'Under <b>Trust</b> choose <b>Always Trust</b>, close the window, and give your password.',
        'Start the browser again and press <b>Open Vitrine</b>.',
      ],
    },
    {
      device: 'windows',
      title: 'Windows (Chrome, Edge)',
      file: 'Download the certificate',
      steps: [
        'Press <b>Download the certificate</b> below and open the file. Press <b>Install Certificate…</b>, <b>Current User</b>.',
        'Choose <b>Place all certificates in the following store</b>, <b>Browse…</b>, <b>Trusted Root Certification Authorities</b>.',
        'Press <b>Finish</b> and <b>Yes</b>, start the browser again, and press <b>Open Vitrine</b>.',
      ],
    },
    {
      device: 'linux',
      title: 'Linux, ChromeOS (Chrome, Chromium)',
      file: 'Download the certificate',
      steps: [
        'Press <b>Download the certificate</b> below.',
        'In the browser: <b>Settings</b>, <b>Privacy and security</b>, <b>Security</b>, <b>Manage certificates</b>. Under your own or trusted certificates (Authorities) press <b>Import</b> and choose <b>vitrine.crt</b>, for identifying websites.',
        'Press <b>Open Vitrine</b>.',
      ],
    },
    {
      device: 'firefox',
      title: 'Firefox, on any computer',
      file: 'Download the certificate',
      steps: [
        'Press <b>Download the certificate</b> below. Where Firefox asks, choose <b>Trust this CA to identify websites</b>.',
        'Where it does not ask: <b>Settings</b>, <b>Privacy &amp; Security</b>, <b>View Certificates…</b>, <b>Authorities</b>, <b>Import…</b>, and choose <b>vitrine.crt</b>.',
        'Press <b>Open Vitrine</b>.',
      ],
    },
  ],
};

const es: TrustTexts = {
  title: 'Vitrine en este dispositivo',
  other: 'English',
  lead: 'Dos cosas, una vez por dispositivo: haz que confíe en este Vitrine y luego ábrelo. Sin eso, los navegadores no lo instalan ni lo guardan para trabajar sin conexión.',
  nothing:
    'Aquí no hay nada que instalar: este Vitrine tiene un certificado que los dispositivos conocen. Ábrelo.',
  open: 'Abrir Vitrine',
  otherAddresses: 'También responde en',
  fingerprint: 'Huella del certificado (SHA-256)',
  compare:
    'Esta página ha llegado sin cifrar. Compara la huella con la de la terminal donde se inició Vitrine e instala el certificado solo si son iguales.',
  honest:
    'Esta página no puede ver si tu dispositivo confía en Vitrine. Si el navegador avisa al abrirlo, falta un paso: repásalos.',
  reach:
    'El certificado vale solo para direcciones y nombres de redes locales, no para sitios web de internet.',
  undo: 'Para deshacerlo, quita el perfil o certificado «{name}» en el mismo lugar.',
  devices: [
    {
      device: 'apple',
      title: 'iPad y iPhone',
      file: 'Descargar el perfil',
      steps: [
        'Abre esta página en <b>Safari</b>, pulsa <b>Descargar el perfil</b> aquí abajo y pulsa <b>Permitir</b>.',
        'Abre <b>Ajustes</b>. Pulsa <b>Perfil descargado</b> arriba (o <b>General</b>, <b>VPN y gestión de dispositivos</b>) y luego <b>Instalar</b>.',
        'También en Ajustes: <b>General</b>, <b>Información</b>, <b>Ajustes de confianza de los certificados</b>, abajo del todo. Activa <b>{name}</b>.',
        'Vuelve aquí y pulsa <b>Abrir Vitrine</b>.',
        'En Safari pulsa <b>Compartir</b> y luego <b>Añadir a pantalla de inicio</b>. Desde ahí Vitrine se abre como una app.',
      ],
    },
    {
      device: 'android',
      title: 'Android',
      file: 'Descargar el certificado',
      steps: [
        'Pulsa <b>Descargar el certificado</b> aquí abajo y guarda el archivo.',
        'Abre <b>Ajustes</b>, busca <b>certificado de CA</b> (Seguridad, Cifrado y credenciales, Instalar un certificado) y pulsa <b>Instalar de todos modos</b>.',
        'Elige <b>vitrine.crt</b> entre las descargas.',
        'Vuelve aquí en Chrome y pulsa <b>Abrir Vitrine</b>; después, el menú y <b>Añadir a pantalla de inicio</b>.',
      ],
    },
    {
      device: 'mac',
      title: 'Mac (Safari, Chrome, Edge)',
      file: 'Descargar el certificado',
      steps: [
        'Pulsa <b>Descargar el certificado</b> aquí abajo y abre el archivo: lo recibe <b>Acceso a Llaveros</b>.',
        'Busca ahí <b>{name}</b> y ábrelo con doble clic.',
        'En <b>Confiar</b> elige <b>Confiar siempre</b>, cierra la ventana y escribe tu contraseña.',
        'Reinicia el navegador y pulsa <b>Abrir Vitrine</b>.',
      ],
    },
    {
      device: 'windows',
      title: 'Windows (Chrome, Edge)',
      file: 'Descargar el certificado',
      steps: [
        'Pulsa <b>Descargar el certificado</b> aquí abajo y abre el archivo. Pulsa <b>Instalar certificado…</b>, <b>Usuario actual</b>.',
        'Elige <b>Colocar todos los certificados en el siguiente almacén</b>, <b>Examinar…</b>, <b>Entidades de certificación raíz de confianza</b>.',
        'Pulsa <b>Finalizar</b> y <b>Sí</b>, reinicia el navegador y pulsa <b>Abrir Vitrine</b>.',
      ],
    },
    {
      device: 'linux',
      title: 'Linux, ChromeOS (Chrome, Chromium)',
      file: 'Descargar el certificado',
      steps: [
        'Pulsa <b>Descargar el certificado</b> aquí abajo.',
        'En el navegador: <b>Configuración</b>, <b>Privacidad y seguridad</b>, <b>Seguridad</b>, <b>Gestionar certificados</b>. Entre los tuyos o los de confianza (Autoridades) pulsa <b>Importar</b> y elige <b>vitrine.crt</b>, para identificar sitios web.',
        'Pulsa <b>Abrir Vitrine</b>.',
      ],
    },
    {
      device: 'firefox',
      title: 'Firefox, en cualquier ordenador',
      file: 'Descargar el certificado',
      steps: [
        'Pulsa <b>Descargar el certificado</b> aquí abajo. Si Firefox pregunta, elige <b>Confiar en esta CA para identificar sitios web</b>.',
        'Si no pregunta: <b>Ajustes</b>, <b>Privacidad y seguridad</b>, <b>Ver certificados…</b>, <b>Autoridades</b>, <b>Importar…</b>, y elige <b>vitrine.crt</b>.',
        'Pulsa <b>Abrir Vitrine</b>.',
      ],
    },
  ],
};

export const TRUST_TEXTS = { en, es } as const;
