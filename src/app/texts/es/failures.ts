import { IMAGE_UPLOAD_MAX_BYTES, RETURN_DAYS } from '../../../contract/constants.ts';
import type { Failure } from '../../../contract/failure.ts';
import {
  type ArchiveEntryReason,
  NO_DRAWING_CODE,
  NO_MODEL_SCENE,
} from '../../../contract/failure-reasons.ts';
import type { FailureTexts } from '../failure-texts.ts';
import { nameFields } from '../field-names.ts';
import { createFormatters } from '../formatters.ts';
import { FIELD_NAME } from './fields.ts';
import { ARCHIVE, PROJECT_FILE_REASON, RECIPE } from './file-reasons.ts';
import { COMPLEXITY_REASON, MODEL_REASON, nameFeature } from './model-reasons.ts';

const format = createFormatters('es');

/** Why one entry of a ZIP is not taken. */
export const ARCHIVE_ENTRY = {
  path: 'su ruta sale del archivo ZIP',
  link: 'es un enlace, no un archivo',
  archive: 'es un archivo comprimido dentro de otro',
  encrypted: 'está cifrado o comprimido de una forma que no se puede leer',
  map: 'es un mapa sin uso aquí',
  ratio: 'ocupa descomprimido mucho más de lo que puede ocupar una imagen',
  size: `ocupa más de ${format.bytes(IMAGE_UPLOAD_MAX_BYTES)}`,
  damaged: 'sus datos están dañados',
} as const satisfies Record<ArchiveEntryReason, string>;

const KEPT = {
  looks: (limit: string) => `Tienes ${limit} aspectos`,
  environments: (limit: string) => `Tienes ${limit} entornos`,
  sketches: (limit: string) => `Este proyecto tiene luz pintada para ${limit} vistas`,
};

export const esFailures: FailureTexts = {
  'file-empty': ({ name }) => `«${name}» está vacío: consigue el archivo de nuevo. No se ha cambiado nada.`,
  'file-too-large': ({ name, sizeBytes, maxBytes }) =>
    `«${name}» ocupa ${format.bytes(sizeBytes)}; se pueden abrir hasta ${format.bytes(maxBytes)}. No se ha cambiado nada.`,
  'file-format-unsupported': ({ extension }) => `Formato no soportado: ${extension}`,
  'model-unreadable': ({ reason }) =>
    reason === 'no-scene'
      ? 'El cargador no devolvió una escena válida. Exporta el modelo de nuevo con las partes que quieras ver. No se ha cambiado nada.'
      : `El modelo no se puede abrir: ${MODEL_REASON[reason] ?? MODEL_REASON['data-damaged']} No se ha cambiado nada.`,
  'model-incomplete': ({ name, missing }) =>
    `«${name}» no se puede mostrar sin ${format.list(missing.map(({ uri }) => uri))}. No se ha cambiado nada.`,
  'model-too-complex': ({ reason }) =>
    `El modelo es demasiado complejo: ${COMPLEXITY_REASON[reason] ?? COMPLEXITY_REASON.elements} No se ha cambiado nada.`,
  'recipe-unreadable': ({ name, reason }) => `«${name}» ${RECIPE[reason]}. No ha cambiado nada.`,
  'picture-work-failed': () =>
    'El programa del servidor que abre las imágenes se ha parado dos veces con esta, así que no se ha guardado y no cuesta nada. Inténtalo de nuevo; si vuelve a pasar, guarda la imagen otra vez como JPEG o PNG.',
  'environment-refused': ({ reason }) =>
    ({
      unreadable:
        'No se ha podido leer esta imagen del entorno: está dañada o es de un tipo que aquí no se conoce. Guárdala de nuevo como Radiance (.hdr) u OpenEXR (.exr).',
      'too-large': `Esta imagen del entorno es demasiado grande. Se pueden leer hasta ${format.number(8_192)} × ${format.number(4_096)} píxeles: guárdala más pequeña, con 2K basta.`,
      'not-panorama':
        'Esta imagen no muestra el entorno en todas las direcciones: tiene que ser un panorama el doble de ancho que de alto (equirrectangular).',
      dark: 'Esta imagen del entorno es negra: no hay luz en ella.',
    })[reason],
  'image-unreadable': ({ name }) =>
    `No se ha podido leer la imagen «${name}»: está dañada o es de un tipo que aquí no se conoce. Elige otra o guárdala de nuevo como JPEG, PNG o WebP.`,
  'image-too-large': ({ name, widthPx, heightPx, maxPixels }) =>
    `«${name}» tiene ${format.number(widthPx)} × ${format.number(heightPx)} píxeles; se aceptan hasta ${Math.floor(maxPixels / 1e6)} megapíxeles. Redúcela e inténtalo de nuevo.`,
  'export-empty': () => 'La escena no está lista para exportar.',
  'export-unavailable': () =>
    'THREE.GLTFExporter not available globally. La parte de la aplicación que exporta no arrancó: no se ha cambiado nada, recarga la página e inténtalo de nuevo.',
  'export-failed': ({ reason }) =>
    `Error de análisis de GLTFExporter: ${reason === NO_MODEL_SCENE ? 'model.scene es null' : 'no se ha podido escribir el modelo'}. Sigue como está; inténtalo de nuevo.`,
  'capture-too-large': ({ widthPx, heightPx, maxPx }) =>
    `Este dispositivo no puede dibujar una imagen de ${format.number(widthPx)} × ${format.number(heightPx)} píxeles; cada lado puede tener de 64 a ${format.number(maxPx)}.`,
  'no-matching-materials': () => 'No se han encontrado materiales coincidentes en la escena',
  'model-changed': () =>
    'Mientras tanto ha llegado otro modelo al escenario. Lo empezado con el anterior se ha dejado, y no se ha pedido nada. Inténtalo de nuevo.',
  'light-map-gone': () =>
    'No se ha podido cargar la luz que este mapa de luz tiene de una imagen. El boceto se conserva: conéctate e inténtalo de nuevo, o bórralo.',
  'silhouette-missing': () =>
    'No se puede recortar el producto de esta imagen: no se guardó su silueta. Vuelve a pedir el render.',
  'not-traceable': ({ features }) =>
    `El motor Studio aún no puede dibujar partes de este modelo: ${format.list(features.map(nameFeature))}. No se te ha cobrado.`,
  'product-not-kept': ({ reason }) =>
    `${reason === 'glass' ? 'Este producto tiene vidrio, y lo que se ve a través de él solo puede pintarse junto con él' : 'Studio no puede trazar este modelo'}: la IA pintaría también el producto. No se te ha cobrado.`,
  'credits-insufficient': () =>
    'No tienes créditos suficientes para renderizar. Compra más créditos para continuar.',
  'day-quota-reached': ({ limit, freeAt }) =>
    freeAt === null
      ? `Aquí puedes hacer ${format.number(limit)} imágenes al día y este pedido es de más: pide menos a la vez.`
      : `Ya has hecho tus ${format.number(limit)} imágenes del día. Este pedido cabe a partir del ${format.dateTime(freeAt)}.`,
  'engine-unavailable': () =>
    'No hay servidores disponibles. El pedido no se ha enviado y no se ha cobrado nada.',
  'engine-lacks': ({ wish }) =>
    `Ningún servidor de IA disponible ${wish === 'enlarging' ? 'puede ampliar imágenes' : 'tiene este flujo de trabajo'}. El pedido no se ha enviado y no se ha cobrado nada.`,
  'engine-failed': () =>
    'El motor no ha podido terminar esta imagen. Lo que falta no cuesta nada; inténtalo de nuevo.',
  'engine-lost': () =>
    'Los servidores de IA se han interrumpido varias veces. Lo que falta no cuesta nada; vuelve a intentarlo más tarde o dibuja con Studio.',
  'engine-refused': () =>
    'El servidor de IA no ha aceptado este pedido. Lo que falta no cuesta nada; quien administra esta instancia ve el motivo en Motores.',
  'engine-out-of-memory': () =>
    'La imagen no cabe en la memoria del servidor de IA. Lo que falta no cuesta nada; elige un tamaño menor o dibuja con Studio.',
  'render-finished': () => 'Este render ya ha terminado.',
  'render-alive': () =>
    'No se puede eliminar un render que aún está en curso. No se ha eliminado nada: cancélalo primero y vuelve a intentarlo.',
  'return-refused': ({ reason }) =>
    ({
      returned: 'Esta imagen ya se devolvió o no costó nada. No ha cambiado nada.',
      'not-ai': 'Solo se pueden devolver imágenes que un motor de IA hizo aquí. No ha cambiado nada.',
      'too-old': `Las imágenes se pueden devolver durante ${RETURN_DAYS} días y esta es más antigua. No ha cambiado nada.`,
    })[reason],
  'order-expired': () =>
    'Este pedido esperó más de una hora y no se envió. No se ha cobrado nada: envíalo ahora o retíralo.',
  'order-unanswered': () =>
    'Este pedido se envió hace días y no llegó respuesta. Mira si su imagen está: si lo envías ahora, es un pedido nuevo y se cobra.',
  'project-limit': ({ limit }) =>
    `Tienes ${format.number(limit)} proyectos y no caben más. Elimina uno para añadir otro; no se ha perdido nada.`,
  'project-unsent': () =>
    'Tiene imágenes o pedidos que solo están en este dispositivo, o que aún se tienen que dibujar aquí. Antes deja que se dibujen o cancélalos, y envía o descarta los demás en «Tu trabajo en el servidor». No se ha eliminado nada.',
  'project-made-anew': () =>
    'Mientras se eliminaba, se pidieron imágenes de él en otra pestaña. El servidor ya lo había eliminado: todo lo que hay en este dispositivo se queda y vuelve allí. Sus imágenes terminadas están en la galería.',
  'project-file-refused': ({ reason }) => PROJECT_FILE_REASON[reason],
  'project-file-lacks': ({ names }) =>
    `No se puede obtener ${format.list(names)}: no está en este dispositivo ni en el servidor, si se puede llegar a él. Conéctate y vuelve a intentarlo.`,
  'view-limit': ({ limit }) =>
    `Un proyecto puede tener ${format.number(limit)} vistas guardadas. Elimina una para guardar otra.`,
  'kept-limit': ({ kind, limit }) =>
    `${KEPT[kind](format.number(limit))} y no caben más. Elimina uno e inténtalo de nuevo.`,
  'view-deleted': () => 'Esta vista se eliminó en otro dispositivo.',
  'name-taken': ({ name }) => `Ya existe una categoría llamada «${name}». Elige otro nombre.`,
  'library-full': ({ limit }) =>
    `Tu biblioteca ya tiene ${format.number(limit)} y no caben más. Elimina alguno para añadir otros.`,
  'library-space-full': ({ maxBytes }) =>
    `Tus imágenes ocupan ya tus ${format.bytes(maxBytes)} en el servidor. Elimina alguna para añadir otras.`,
  'model-space-full': ({ maxBytes }) =>
    `Los modelos de tus proyectos ocupan ya tus ${format.bytes(maxBytes)} en el servidor. Este se queda en el dispositivo; elimina un proyecto e inténtalo de nuevo.`,
  'archive-refused': ({ reason }) => `${ARCHIVE[reason]} No se ha tomado nada de él.`,
  'archive-entry-refused': ({ name, reason }) => `«${name}» no se ha tomado: ${ARCHIVE_ENTRY[reason]}.`,
  'selection-limit': ({ limit }) =>
    `Se permiten como máximo ${format.number(limit)} materiales. Quita uno primero.`,
  'selection-plain': ({ name }) =>
    `El material «${name}» es un material predeterminado del modelo sin textura asignada. Asígnale primero una textura de la biblioteca.`,
  'selection-duplicate': ({ name }) =>
    `El material «${name}» ya está seleccionado. Las máscaras de varios objetos con el mismo material se combinan al renderizar.`,
  'upload-hash-mismatch': () => 'Una parte de la subida llegó dañada. Se enviará otra vez.',
  'upload-incomplete': () => 'La subida no está completa: lo que falta se enviará otra vez.',
  'upload-too-large': ({ maxBytes }) =>
    `El servidor acepta archivos de hasta ${format.bytes(maxBytes)}. El archivo sigue en este dispositivo.`,
  'quota-exceeded': ({ maxBytes }) =>
    `Tu espacio de ${format.bytes(maxBytes)} en el servidor está lleno. El modelo sigue en este dispositivo.`,
  'file-damaged': () =>
    'El servidor ha perdido un archivo, y lo que falta no cuesta nada. Sube otra vez el modelo o la imagen.',
  'storage-full': () => 'El disco del servidor está lleno. Tu trabajo está a salvo en este dispositivo.',
  'not-authenticated': () => 'Usuario no autenticado o sesión expirada.',
  'credentials-wrong': () => 'Credenciales no válidas',
  'email-taken': () => 'Ya existe una cuenta con este correo. Inicia sesión.',
  'password-weak': ({ reason }) =>
    reason === 'short'
      ? 'Usa al menos 12 caracteres.'
      : reason === 'long'
        ? 'Usa como máximo 128 caracteres.'
        : 'Esta contraseña está en las listas de contraseñas comunes. Elige otra.',
  'owner-link-invalid': () =>
    'Este enlace de acceso ya se usó o ha caducado. Ejecuta «npm run owner-link» para obtener otro.',
  'password-wrong': () => 'Esta no es tu contraseña actual.',
  'password-needed': () => 'Para esto vuelve a escribir tu contraseña. No se ha cambiado nada.',
  'second-factor-wanted': () => 'Escribe también el código de tu aplicación.',
  'second-factor-wrong': () =>
    'Escribe el código que muestra ahora tu aplicación, o uno de recuperación sin usar.',
  'second-factor-expired': () => 'El inicio de sesión ha tardado demasiado. Vuelve a empezar.',
  'second-factor-on': () => 'El segundo factor ya está activado. No se ha cambiado nada.',
  'second-factor-required': () =>
    'Aquí el equipo necesita un segundo factor. Actívalo en Ajustes, en la pestaña Cuenta.',
  'second-factor-stays': () => 'Aquí el equipo necesita un segundo factor: sigue activado.',
  'passkey-refused': () =>
    'Esta llave de acceso no vale aquí. No se ha cambiado nada; usa otra o tu contraseña.',
  'passkey-expired': () => 'Ha tardado demasiado y no se ha cambiado nada. Inténtalo de nuevo.',
  'passkey-limit': ({ limit }) =>
    `Tu cuenta ya tiene ${format.number(limit)} llaves de acceso. Quita una para añadir otra.`,
  'api-key-limit': ({ limit }) =>
    `Tu cuenta ya tiene ${format.number(limit)} claves de API. Revoca una para crear otra.`,
  'provider-refused': ({ reason }) =>
    ({
      answer: 'No se ha podido iniciar sesión con tu empresa. Inténtalo de nuevo.',
      away: 'El inicio de sesión de tu empresa no responde. Inténtalo dentro de un momento.',
      denied: 'Tu empresa no te ha dejado entrar.',
      unproven: 'Tu empresa no confirma que el correo sea tuyo. Pregunta a quien lleva su inicio de sesión.',
      email:
        'Aquí hay una cuenta con tu correo que nadie ha demostrado que sea suya. Pregunta a quien lleva este servidor.',
    })[reason],
  'webhook-limit': ({ limit }) =>
    `Tu cuenta ya tiene ${format.number(limit)} webhooks. Quita uno para crear otro.`,
  'webhook-off': () => 'Este webhook está desactivado y no se ha enviado nada. Actívalo primero.',
  'webhook-address': () =>
    'Un webhook necesita una dirección de internet que empiece por https:// y tenga un nombre. No se ha cambiado nada.',
  'api-key-scope': () => 'Esta clave de API no puede hacer eso. No se ha cambiado nada.',
  'passkey-here': () =>
    'Este dispositivo ya tiene una llave de acceso para tu cuenta. No se ha cambiado nada.',
  'passkey-unavailable': () =>
    'Tu dispositivo no ha podido usar llaves de acceso en esta dirección. No se ha cambiado nada; usa tu contraseña.',
  'account-link-invalid': () => 'Este enlace ya se usó o ha caducado. Pide otro.',
  'invitation-required': () => 'Para registrarte necesitas una invitación. Apúntate a la lista de espera.',
  'invitation-invalid': () => 'Esta invitación ya se usó o ha caducado.',
  'already-registered': () => 'Este correo ya está en la lista de espera.',
  'google-refused': ({ reason }) =>
    reason === 'email'
      ? 'Ya existe una cuenta con este correo. Inicia sesión con su contraseña.'
      : 'Error en la autenticación con Google',
  'owner-stays': () => 'La cuenta de la persona propietaria se queda como está: esta instancia la necesita.',
  'last-staff': () => 'Nadie más es del equipo. Incorpora antes a otra persona.',
  'own-account': () =>
    'Aquí no puedes hacer esto con tu propia cuenta. Lo que puedes cambiar está en los ajustes.',
  'account-closed': () =>
    'Esta cuenta se ha cerrado. No se ha eliminado nada de ella; pregunta a quien administra este servidor.',
  'price-unknown': () => 'Esto ya no está a la venta. No se ha cobrado nada.',
  'price-changed': () => 'El precio o la fecha de este cambio ya es otro. No se ha cobrado nada.',
  'subscription-exists': () => 'Ya tienes un plan. Cámbialo.',
  'subscription-missing': () => 'No tienes ningún plan.',
  'subscription-elsewhere': () =>
    'Tu plan está en un servicio de pago que este servidor ya no usa. No se ha cambiado nada; pide a quien lo gestiona que termine antes el plan.',
  'payment-unavailable': () =>
    'El servicio de pago no responde. Comprueba si se ha hecho antes de intentarlo de nuevo.',
  'payment-declined': () => 'El pago fue rechazado. Tu plan sigue como estaba.',
  'ticket-invalid': () => 'No se ha podido abrir la conexión en directo. El render continúa.',
  forbidden: () => 'Tu cuenta no puede hacer esto.',
  'not-found': () => 'Esto ya no está en el servidor.',
  'invalid-request': ({ fields }) => {
    const names = nameFields(fields).map((name) => FIELD_NAME[name]);
    return names.length === 0
      ? 'El servidor no ha podido usar lo que se envió y no se ha cambiado nada. Recarga la página e inténtalo de nuevo.'
      : `El servidor no puede usar esto tal como está: ${format.list(names)}. No se ha cambiado nada; revísalo e inténtalo de nuevo.`;
  },
  'idempotency-mismatch': () => 'Este pedido ya se envió con otro contenido. Pulsa Renderizar de nuevo.',
  'idempotency-in-flight': () => 'Esto ya se está enviando.',
  'rate-limited': ({ retryAfterSeconds }) =>
    `Demasiados intentos. Prueba de nuevo dentro de ${format.duration(retryAfterSeconds)}.`,
  'revision-stale': () => 'Este proyecto se cambió en otro lugar. Se han conservado las dos versiones.',
  'not-configured': () => 'Esto no está configurado en este servidor.',
  'server-failed': ({ requestId }) =>
    `El servidor no ha podido terminar. Tu trabajo está a salvo en este dispositivo; inténtalo de nuevo.${after(requestId && `Si se repite, pregunta a quien lleva el servidor con el número ${requestId}.`)}`,
  'server-unready': () =>
    'El servidor no llega a sus datos en este momento. Tu trabajo está a salvo en este dispositivo; inténtalo de nuevo dentro de poco.',
  maintenance: ({ message }) =>
    `El servidor está en mantenimiento: podrás hacerlo cuando termine. No se ha cambiado nada.${after(message)}`,
  'server-unreachable': () =>
    'No se puede conectar con el servidor. Tu trabajo está a salvo en este dispositivo.',
  'upload-refused': ({ step, failure }) =>
    `${step === 'part' ? 'Error subiendo chunk: ' : 'Error completando subida: '}${inner(failure)}`,
  'http-error': ({ status, body }) => `Error HTTP: estado ${status}${body === '' ? '' : ` - ${body}`}`,
  'response-unexpected': () => 'Formato de respuesta inesperado del servidor.',
  'worker-crashed': () =>
    'Una tarea en segundo plano se ha detenido. No se ha cambiado nada; inténtalo de nuevo.',
  'traced-files-missing': ({ names }) =>
    `No se puede obtener ${names.length === 0 ? 'un archivo suyo' : format.list(names)}: no está en este dispositivo ni en el servidor, si se puede llegar a él. Usa otra cosa o dibújala con conexión.`,
  'device-overwhelmed': () =>
    'La página se cerró dos veces mientras dibujaba esto: quizá sea demasiado para este dispositivo. Pídelo más pequeño o en el servidor.',
  'graphics-unavailable': ({ reason }) =>
    reason === NO_DRAWING_CODE
      ? 'THREE no está definido: la parte de la aplicación que dibuja no se ha cargado. Tu trabajo se conserva: recarga la página.'
      : 'Este navegador no puede dibujar en 3D ahora. Cierra otras pestañas o reinicia el navegador y vuelve a intentarlo.',
  'device-storage-full': () =>
    'El navegador no tiene más espacio para esta página. Libera un poco en Ajustes, Este dispositivo, e inténtalo de nuevo.',
  'device-storage-newer': () =>
    'Una versión más nueva de Vitrine guarda el trabajo en este dispositivo. Recarga la página para continuar.',
  'device-storage-unavailable': () =>
    'Este navegador no deja que la página guarde nada en este dispositivo, y sin eso no puede funcionar. Permite los datos de sitios para esta dirección o sal de la ventana privada y recarga.',
};

/** A sentence inside of another. */
function inner(failure: Failure): string {
  const describe = esFailures[failure.code] as (failure: Failure) => string;
  return describe(failure);
}

/** More words behind a sentence of ours: of whoever runs the server, or with a number to ask them with. */
function after(message: string | null | undefined): string {
  return message == null ? '' : ` ${message}`;
}
