import { MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import type { Widened } from '../catalogue.ts';
import type { enShell } from '../en/shell.ts';
import { createFormatters } from '../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

export const esShell: Widened<typeof enShell> = {
  shell: {
    product: 'Vitrine',
    stage: 'Escenario 3D',
    results: 'Resultados',
    credits: (count) => `${count} créditos`,
    pricing: 'Precios',
    buyCredits: 'Comprar créditos',
    ledger: 'Movimientos de créditos',
    notices: (unread) =>
      unread === 0
        ? 'Notificaciones'
        : `Notificaciones, ${format.number(unread)} ${unread === 1 ? 'nueva' : 'nuevas'}`,
    avatar: 'Cuenta',
    online: 'En línea',
    engines: {
      none: 'No hay servidores disponibles',
      studio: 'Motor listo',
      'studio-busy': 'Motor ocupado',
      ai: 'Motor listo',
      'ai-busy': 'Todos los servidores de IA ocupados',
    },
    offline: 'Sin conexión, tu trabajo está a salvo aquí',
    gone: 'El servidor no responde, tu trabajo está a salvo aquí',
    away: {
      offline: 'Sin conexión',
      gone: 'Sin servidor',
      full: 'Dispositivo lleno',
      degraded: 'Sin progreso en directo',
      refused: (count) => `${format.number(count)} sin guardar`,
    },
    signedOut: (count) =>
      count === 0 ? 'Sesión cerrada' : `Sesión cerrada, ${plural(count, 'cambio espera', 'cambios esperan')}`,
    sending: (count) => `Enviando ${plural(count, 'cambio', 'cambios')}`,
    uploading: (percent) => `Enviando el modelo, ${percent}`,
    sendingModel: 'Enviando el modelo',
    deviceFull: 'Este dispositivo está lleno: tus últimos cambios no se guardan',
    maintenance:
      'El servidor está en mantenimiento. Puedes verlo todo; lo que cambies se guarda en este dispositivo y se envía después.',
    degraded: 'Sin progreso en directo: se pregunta al servidor de vez en cuando',
    refused: (count) => `${format.number(count)} sin poder guardarse`,
    unsent: 'Tu trabajo en el servidor',
    insecure:
      'Esta dirección no es segura (http): aquí la aplicación no se puede instalar ni usar sin conexión, y los archivos se guardan solo en la base de datos de este navegador.',
    memoryOnly:
      'No se guarda nada en este dispositivo: el navegador no deja que esta página conserve archivos.',
    updateReady: 'Hay una versión nueva.',
    updateNow: 'Actualizar',
    updateDirty: 'La actualización espera a que tu último cambio esté en este dispositivo.',
    updateBusy:
      'La actualización espera a una pestaña que aún guarda o recibe archivos, o trabaja en un modelo o un pedido.',
    outdated: 'Hay abierta una versión más nueva',
    outdatedHint:
      'Otra pestaña de este navegador tiene una versión más nueva de Vitrine, que guarda tu trabajo desde ahora. Lo que has hecho aquí está guardado; recarga para continuar. Si esto vuelve a salir después, el servidor tiene una versión más antigua que antes: no se ha perdido nada y se abrirá de nuevo con la más nueva.',
    crashed: 'La página se detuvo por un error.',
    crashedHint: 'Tus cambios están en este dispositivo. Recarga para seguir donde estabas.',
    reload: 'Recargar',
    handle: 'Altura del panel',
    feedback: 'Enviar comentarios',
  },
  account: {
    menu: 'Cuenta',
    profile: 'Mi perfil',
    settings: 'Ajustes',
    help: 'Ayuda',
    about: 'Acerca de',
    signOut: 'Cerrar sesión',
    staff: 'Equipo',
    aboutTitle: 'Información de la aplicación',
    defaultName: 'Usuario',
    signedOut: 'Sesión cerrada.',
    signedOutWaiting: 'Sesión cerrada. Tus cambios esperan en este dispositivo.',
  },
  project: {
    all: 'Proyectos',
    defaultName: 'Proyecto nuevo',
    name: 'Nombre del proyecto',
    rename: 'Cambiar el nombre del proyecto',
    savedOnDevice: 'Guardado en este dispositivo',
    savingOnDevice: 'Guardando en este dispositivo…',
    saveClean: 'Guardar proyecto (sin cambios)',
    saveDirty: 'Guardar proyecto (hay cambios)',
    saving: 'Guardando proyecto...',
    savedToast: '¡Proyecto guardado correctamente!',
    modelSaved: '¡Modelo del proyecto guardado correctamente!',
    saveQueued: 'Guardado en este dispositivo. Irá al servidor cuando se pueda conectar.',
    syncBusy: 'La sincronización ya está en curso. Espera a que termine.',
    saveFailed: (reason) => `Error al guardar el proyecto: ${reason}`,
    modelFailed: (reason) => `No se pudo guardar el modelo del proyecto: ${reason}`,
    statusFailed: (status) => `Error ${status} al actualizar el proyecto`,
    savedInPart: 'No se han podido guardar todos los datos del proyecto. Inténtalo de nuevo.',
    savingProgress: (percent) => `Guardando en el servidor, ${percent}`,
    syncFailed: (reason) => `Error al sincronizar el proyecto: ${reason}`,
    syncBroken: (reason) => `Error de sincronización: ${reason}`,
    onlyHere: 'Solo en este dispositivo',
    onlyHereHint: 'El servidor aún no tiene este proyecto. Se envía con el próximo guardado.',
    cleared: 'El almacenamiento de este navegador se borró con la página abierta.',
    clearedHint:
      'El proyecto abierto está guardado aquí de nuevo. Lo que solo este dispositivo tenía de otros se ha perdido; guarda ahora para que el servidor tenga este.',
    deletedElsewhere:
      'Este proyecto se eliminó en otra pestaña o en otro dispositivo. Ahora está abierto otro.',
    deletedKept:
      'Este proyecto se eliminó en otro dispositivo. Tu trabajo sin guardar se queda aquí; guárdalo para crear el proyecto de nuevo.',
    deletedOrdered:
      'Este proyecto se eliminó en otro dispositivo. Aún se tienen que dibujar aquí o enviar imágenes de él: se queda y se crea de nuevo en el servidor.',
    restoredKept: (backupAt) =>
      `El servidor se restauró desde una copia de seguridad del ${backupAt}, y este proyecto no está en ella. Lo que este dispositivo tiene de él se queda aquí; guárdalo para crear el proyecto de nuevo.`,
    restoredUnsaved:
      'El servidor se restauró desde una copia de seguridad. Lo que se guardó aquí desde esa copia sigue en este proyecto y hay que guardarlo de nuevo.',
    restoredOrdered: (backupAt) =>
      `El servidor se restauró desde una copia de seguridad del ${backupAt}, y este proyecto no está en ella. Aún se tienen que dibujar aquí o enviar imágenes de él: se queda y se crea de nuevo en el servidor.`,
    fatal: 'Error grave al iniciar la aplicación. Mira la consola.',
    idMissing: 'Error crítico: no se encontró el ID del proyecto tras la sincronización inicial.',
    loadFailed: 'No se han podido cargar los datos esenciales del proyecto. No se puede continuar.',
    loadFailedHint: 'No se ha perdido nada. Vuelve a intentarlo cuando el servidor responda.',
    undoName: 'Nombre del proyecto',
    undoPrompt: 'Prompt',
    undoNegative: 'Prompt negativo',
    undoImages: 'Número de imágenes',
    undo: (label) => (label === '' ? 'Deshacer' : `Deshacer: ${label}`),
    redo: (label) => (label === '' ? 'Rehacer' : `Rehacer: ${label}`),
    nothingToUndo: 'Nada que deshacer',
    nothingToRedo: 'Nada que rehacer',
  },
  stage: {
    dropTitle: 'Suelta aquí un modelo 3D',
    dropHint: 'GLB, glTF u OBJ. Trae sus texturas y su .mtl o .bin, en una carpeta o en un ZIP.',
    dropPicture: 'Suelta la imagen: como fondo, estilo o textura',
    dropNow: 'Suelta el modelo para abrirlo',
    choose: 'Elegir un archivo',
    stays: 'El archivo se queda en este dispositivo hasta que guardes o renderices.',
    fit: 'Ajustar a la vista',
    undoTool: 'Deshacer',
    redoTool: 'Rehacer',
    open: 'Abrir modelo',
    tools: 'Herramientas del escenario',
    facts: 'Modelo',
    triangles: (count) => plural(count, 'triángulo', 'triángulos'),
    up: {
      Y_UP: 'Y arriba',
      Z_UP: 'Z arriba',
      X_UP: 'X arriba',
      Y_DOWN: '-Y arriba',
      Z_DOWN: '-Z arriba',
      X_DOWN: '-X arriba',
    },
    loading: (name) => `Cargando ${name}`,
    fetching: 'Trayendo el modelo',
    checking: 'Leyendo el modelo',
    storing: 'Guardando en este dispositivo',
    drawing: 'Preparando la imagen',
    cancelled: 'Carga cancelada. El escenario sigue como estaba.',
    importLeft: (name) => `No se abrió ${name}: saliste de su proyecto. Suéltalo de nuevo.`,
    kept: 'Tu proyecto y su modelo siguen como estaban.',
    fallback: 'Se ha cargado un modelo de respaldo.',
    keptEmpty:
      'El proyecto sigue apuntando a este modelo y no se ha sustituido nada. Elige otro archivo para volver a renderizar.',
    tryAnother: 'Elegir otro archivo',
    retry: 'Reintentar',
    unreadableImages: (count, names) =>
      `No se ha podido leer ${count === 1 ? 'una imagen' : `${format.number(count)} imágenes`} del modelo: ${names}. Lo que ${count === 1 ? 'la' : 'las'} lleva se ve liso. ${count === 1 ? 'Guárdala' : 'Guárdalas'} de nuevo como PNG, JPEG o WebP de hasta ${format.number(Math.floor(MAX_IMAGE_PIXELS / 1e6))} megapíxeles y vuelve a exportar el modelo.`,
    imageOf: (materials, picture) => (picture === '' ? `la de ${materials}` : `«${picture}» de ${materials}`),
    imageUnused: (picture) => (picture === '' ? 'una sin nombre' : `«${picture}»`),
    strayTriangles: (name, count) =>
      `No se ha podido dibujar ${plural(count, 'triángulo', 'triángulos')} de ${name}: sus esquinas no están en el archivo. Busca huecos y, si los hay, vuelve a exportarlo.`,
    stripped: (count) =>
      `${plural(count, 'ayuda del editor quedó', 'ayudas del editor quedaron')} fuera del escenario.`,
    undressed: (names) =>
      `Ya no quedaba sitio para los materiales de los modelos que dejaste hace más tiempo: ${names}. Deshacer los recupera.`,
    opened: (name) => `${name} está en el escenario.`,
    resourceFailed: (resource) => `Error cargando ${resource}`,
    resources: {
      background: (name) => (name === null ? 'la imagen de fondo' : `el fondo «${name}»`),
    },
    labelsMissing: (names) => `${names}: no se ha podido cargar la imagen de la etiqueta.`,
    texturesMissing: (names) => `No se pudieron traer estas texturas y sus partes se ven lisas: ${names}`,
    graphicsFailed: 'El escenario 3D no se puede mostrar aquí.',
    keysHelp:
      'Las flechas giran el modelo, con Mayús lo mueven; más y menos acercan y alejan, F lo ajusta a la vista, Mayús+F la pieza elegida.',
    aboutModel: 'Acerca de este modelo',
    notShown: (count) => `${format.number(count)} sin mostrar`,
    undoModel: 'Modelo',
    timeout: 'Timeout al cargar el modelo',
  },
  order: {
    renderAi: 'Renderizar con IA',
    render: 'Renderizar',
    preparing: 'Guardando y preparando...',
    sending: 'Enviando render...',
    price: (credits) => `${credits} créditos`,
    priceLine: (images, each) => `${images} × ${each} créditos`,
    balance: (credits) => `Tienes ${credits} créditos.`,
    orderSet: 'Pedir una serie de imágenes',
    // From one time to another says by itself that neither is exact, and has to fit beside the price.
    about: (duration) => (/\sa\s/.test(duration) ? duration : `${duration} aprox.`),
    engineAi: 'ComfyUI listo',
    engineAiBusy: 'ComfyUI, todos los servidores ocupados',
    engineStudio: 'Studio, sin IA',
    engineNone: 'No hay servidores disponibles',
    engineAiMissing: 'Sin servidor de IA',
    engineOf: (state) => `Motor: ${state}`,
    aiMissingMessage: 'Studio puede dibujar esta imagen. No lee el prompt.',
    drawWithout: 'Dibujar sin ello',
    toStudio: 'Dibujar con Studio',
    prompt: 'Prompt',
    promptPlaceholder: 'Cómo debe ser la imagen',
    negative: 'Prompt negativo',
    negativePlaceholder: 'Lo que no debe aparecer',
    negativeUnread: (model) => `${model} no hace caso de esto. Di arriba lo que debe haber en su lugar.`,
    promptUnread: 'Studio no sigue ninguna palabra del prompt; la IA, sí.',
    promptTooLong: 'El prompt es demasiado largo. Se ha limitado a 500 caracteres.',
    images: 'Imágenes',
    fixSeed: 'Fijar semilla',
    seed: 'Semilla',
    noModel: 'No se puede renderizar: no hay ningún modelo cargado.',
    modelFailed: 'No se puede renderizar: el modelo de este proyecto no se pudo mostrar. Abre otro archivo.',
    loading: 'Error: el visor o sus componentes todavía se están cargando.',
    transforming: 'Desactiva la herramienta Transformar antes de renderizar.',
    largeForAi: 'Un motor de IA pinta imágenes de hasta 2048 px. Elige Studio o un tamaño menor.',
    largeLayers: 'Las capas se conservan en imágenes de hasta 2048 px. Desactívalas o elige un tamaño menor.',
    notSignedIn: 'Usuario no autenticado o sesión expirada.',
    noProject: 'Datos insuficientes para crear el render (falta ID de proyecto).',
    autoSaveFailed: (reason) => `El guardado automático falló: ${reason}. Render cancelado.`,
    autoSaveNotStarted: 'Error al iniciar el guardado automático.',
    connectionFailed: (reason) => `Error de conexión al intentar crear el render: ${reason}`,
    sentAgain: 'Se conserva y se vuelve a enviar hasta que el servidor responda.',
    neverAnswered:
      'Un pedido que cancelaste estuvo días sin respuesta y ya no se envía. Si el servidor lo tenía, su imagen está allí y se cobró.',
    noCredits: 'No tienes créditos suficientes para renderizar. Compra más créditos para continuar.',
    failed: (reason) => `Error: ${reason}`,
    finished: 'El render ha terminado.',
    failedRefund: (credits) =>
      credits === 0
        ? 'El render falló.'
        : `El render falló. Se devolvieron ${plural(credits, 'crédito', 'créditos')}.`,
    cancelled: (credits) =>
      credits === 0
        ? 'Render cancelado.'
        : `Render cancelado. Se devolvieron ${plural(credits, 'crédito', 'créditos')}.`,
    cancelFailed: 'No se pudo cancelar el render.',
    pictures: (count) => plural(count, 'imagen', 'imágenes'),
    offlineFree:
      '¿Enviar este render cuando el servidor vuelva a responder? Al cabo de una hora, y si la página se vuelve a cargar, se te vuelve a preguntar. Antes puedes retirarlo.',
    offlineMessage: (credits) =>
      `¿Enviar este render cuando el servidor vuelva a responder? Entonces costará ${credits} créditos. Al cabo de una hora, y si la página se vuelve a cargar, se te vuelve a preguntar. Antes puedes retirarlo.`,
    offlineSend: 'Enviar al conectar',
    send: 'Enviar ahora',
    withdraw: 'Retirar',
    tooLateToWithdraw: 'Puede que ya haya llegado al servidor. Cancélalo en la lista de renders.',
    manyQueued: (count) => `Hay ${count} renders en espera.`,
    noChannel: 'No se pudo conectar con el motor de render. Puede que el render siga en segundo plano.',
    lostChannel: 'Se perdió la conexión con el motor de render. Puede que el render siga en segundo plano.',
  },
};
