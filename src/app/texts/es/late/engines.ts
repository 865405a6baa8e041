import type { Widened } from '../../catalogue.ts';
import type { enEngines } from '../../en/late/engines.ts';
import { createFormatters } from '../../formatters.ts';

const format = createFormatters('es');
const plural = (count: number, one: string, many: string) =>
  `${format.number(count)} ${count === 1 ? one : many}`;

export const esEngines: Widened<typeof enEngines> = {
  engineChoice: {
    title: 'Quién dibuja la imagen',
    names: { auto: 'Automático', comfyui: 'IA, ComfyUI', studio: 'Studio, sin IA' },
    help: {
      auto: 'IA mientras haya un servidor; si no, Studio.',
      comfyui: 'Pinta a partir del prompt, el estilo y los materiales, sobre tu escena.',
      studio:
        'Traza la luz por la escena tal como la has preparado. No lee el prompt; el prompt se guarda con la imagen.',
    },
    missing: 'Ahora no hay ningún servidor de IA.',
    levels: {
      'no-materials-or-style':
        'Los servidores de IA que hay ahora siguen los materiales y el estilo solo a grandes rasgos.',
      'core-only':
        'Los servidores de IA que hay ahora siguen la forma, los materiales y el estilo solo a grandes rasgos.',
    },
    connect: 'Conectar un motor de IA',
    connectHint:
      'Inicia ComfyUI en la máquina de este servidor, en el puerto 8188, o indica otras máquinas en COMFY_URLS. El que se inicia se encuentra en segundos, salvo que COMFY_URLS sea off.',
    toEngines: 'Motores',
    undo: 'Motor',
  },
  told: {
    title: 'Lo que se le pide',
    by: {
      instruction: (model: string) => `A ${model} se le dice:`,
      description: (model: string) => `${model} no sigue instrucciones. Se le describe la imagen:`,
      prompt: (model: string) =>
        `A ${model} se le dice tu prompt y nada más. Lo demás se le muestra en imágenes, hasta donde puede seguirlas.`,
    },
    others: (models: string) => `Puede dibujar en su lugar, y se le dice de otra manera: ${models}.`,
    described: (name: string) => `Una fotografía de «${name}».`,
    styleByName: (name: string) =>
      `En el estilo de «${name}»: solo por su nombre, no ve ninguna imagen de él.`,
    byWorkflow: (name: string) =>
      `El flujo de trabajo ${name} lo dice a su manera. Tu prompt forma parte de ello.`,
    product: (name: string) => `«${name}» conserva su forma, su lugar y su encuadre.`,
    freedom: {
      exact: 'Sus colores y superficies quedan como están.',
      natural: 'Sus superficies parecen reales.',
      free: 'Sus superficies pueden mejorarse.',
    },
    around: 'Solo se pinta lo que lo rodea.',
    backdrop: 'El fondo se queda. Solo se pintan la luz y la sombra que caen en él.',
    material: (part: string, material: string, centimetres: number | null) =>
      centimetres === null
        ? `${part}: el material «${material}».`
        : `${part}: el material «${material}», con una imagen de ${format.number(centimetres)} cm de ancho.`,
    surroundings: {
      open: 'El entorno es el que dice tu prompt.',
      kept: 'El entorno queda como está en el escenario.',
    },
    place: (name: string) => `El lugar es el de «${name}».`,
    style: (name: string) => `La luz y los colores son como en «${name}».`,
    paintedLight: 'La luz cae donde la has pintado.',
    softness: { hard: 'dura', soft: 'suave', 'very-soft': 'muy suave' },
    sides: {
      left: 'desde la izquierda',
      right: 'desde la derecha',
      front: 'desde delante',
      behind: 'desde atrás',
      above: 'desde arriba',
    },
    light: (softness: string, side: string) => `Luz ${softness} ${side}.`,
    words: (text: string) => `Tus palabras: ${text}`,
    alone: 'Hay uno solo y nada delante de él.',
    nothingElse: 'No cambia nada más.',
  },
  output: {
    label: 'Ampliar',
    options: { none: 'No', '2048': '2K', '4096': '4K' },
    off: 'Las imágenes se quedan como se hacen.',
    help: (size, factor) => `${size}, ${factor} veces el precio`,
    undo: 'Ampliación',
  },
  keptProduct: {
    label: 'Conservar el producto tal cual',
    notKept: {
      glass:
        'Este producto tiene vidrio. Si se ve más que un rastro de él, la IA pinta también el producto, que puede volver cambiado: lo que se ve a través del vidrio solo puede pintarse junto con él.',
      model:
        'Este modelo tiene más de cinco millones de triángulos y Studio no dibuja más: la IA pinta también el producto, que puede volver cambiado. Oculta partes o abre un modelo más sencillo.',
    },
    paint: 'Que lo pinte la IA',
    on: 'La IA pinta solo lo que lo rodea. Studio dibuja el producto a partir de tu modelo: forma, colores y etiquetas son exactos.',
    off: 'La IA pinta también el producto. Puede volver cambiado.',
    withWorkflow: 'Este flujo de trabajo pinta la imagen entera, también el producto.',
    light: 'Luz sobre el producto',
    lights: { studio: 'La tuya', 'as-painted': 'La pintada' },
    lightHelp: {
      studio: 'El producto se ilumina como en el escenario.',
      'as-painted':
        'El producto se dibuja otra vez con la luz que la IA pintó a su alrededor, dentro de unos límites.',
    },
    undo: 'Conservar el producto',
    title: 'Producto conservado tal cual',
    around: (family: string) => `${family} pintó alrededor de tu producto.`,
    unchanged: (pixels: string) => `Los ${pixels} píxeles de su interior son de Studio.`,
    changed: (count: string, pixels: string) =>
      `${count} de ${pixels} píxeles de su interior no son como los dibujó Studio.`,
    ownLight: 'Con tu luz.',
    noSureLight: 'En lo pintado no se encontró una luz segura: el producto está con tu luz.',
    repainted: 'Se pintó dos veces: la primera se había desplazado respecto al producto.',
    slid: 'Lo pintado no encaja del todo con el producto.',
    sendBack: { changed: 'Devuelve la imagen.', slid: 'Si se nota, devuelve la imagen.' },
    foundLight: (side: string) => `Con la luz pintada: ${side}.`,
    sides: {
      front: 'de frente',
      left: 'desde la izquierda',
      right: 'desde la derecha',
      back: 'desde atrás',
      top: 'desde arriba',
    },
    licence: 'Licencia del modelo',
    notForSale: (family: string, licence: string) =>
      `No se puede vender: la pintó ${family}, cuya licencia (${licence}) no permite vender imágenes.`,
  },
  workflow: {
    label: 'Flujo de trabajo',
    built: 'Automático',
    gone: (name) => `${name} no está ahora. Los pedidos van con un flujo hecho para ellos.`,
    undo: 'Flujo de trabajo',
  },
  protect: {
    keep: (name) => `Dejar exactamente como está en el escenario: ${name}`,
    forAi: 'Cuenta cuando dibuja un motor de IA. Studio dibuja cada material como está en el escenario.',
    undo: (name) => `Protección de ${name}`,
  },
  staffEngines: {
    loadFailed: 'No se ha podido obtener la lista de servidores.',
    asOf: (time) => `Ahora no se puede saber cómo están los servidores. Lo que sigue es de ${time}.`,
    empty: 'No se conoce ningún servidor de IA',
    emptyHint: 'Studio dibuja todos los pedidos hasta que haya uno.',
    connectSteps: [
      'Inicia ComfyUI 0.3.57 o posterior, con una GPU.',
      'En esta máquina, en 127.0.0.1:8188, se encuentra solo. No hay que configurar nada.',
      'Las otras máquinas se indican en COMFY_URLS, y este producto se inicia de nuevo:',
    ],
    connectMore: 'docs/comfyui.md dice qué archivos les hacen falta.',
    states: {
      offline: 'Sin conexión',
      checking: 'Comprobándose',
      ready: 'Listo',
      busy: 'Ocupado',
      draining: 'No acepta más pedidos',
      refused: 'No se puede usar',
    },
    refused: 'Responde, pero es demasiado antiguo o le falta lo que toda imagen necesita.',
    levels: {
      full: 'Lo sigue todo',
      'no-materials-or-style': 'Materiales y estilo solo a grandes rasgos',
      'core-only': 'Forma, materiales y estilo solo a grandes rasgos',
    },
    level: 'Nivel',
    version: 'ComfyUI',
    device: 'GPU',
    memory: (free, total) => `${free} libres de ${total}`,
    checkpoint: 'Checkpoint',
    others: (count) => `y ${plural(count, 'más', 'más')}`,
    upscale: '2K y 4K',
    yes: 'Sí',
    no: 'No',
    load: 'En su cola',
    jobs: (ours, foreign) => `${format.number(ours)} nuestros, ${format.number(foreign)} de otros`,
    seen: 'Visto por última vez',
    unknown: 'No se sabe',
    missing: 'Falta',
    nothingMissing: 'No falta nada.',
    families: 'Modelos',
    familyStates: { draws: 'Dibuja', forbidden: 'Está, sin usar' },
    lacks: (count) => `Le ${count === 1 ? 'falta' : 'faltan'} ${plural(count, 'parte', 'partes')}`,
    forbidden:
      'Su licencia no permite vender las imágenes. Dibuja donde COMFY_NON_COMMERCIAL es on, y sus imágenes lo dicen.',
    model: 'Modelo',
    inVersion: (version) => `En ComfyUI ${version} y posteriores`,
    kinds: { version: 'Versión', nodes: 'Extensión', model: 'Archivo' },
    folder: (kind, folder) => `${kind} en ${folder}`,
    wishes: {
      base: 'para toda imagen',
      structure: 'para la forma',
      style: 'para el estilo',
      materials: 'para los materiales',
      background: 'para el fondo',
      upscale: 'para 2K y 4K',
      negative: 'para prompts negativos',
    },
    needed: 'Necesario',
    copy: (name) => `Copiar ${name}`,
    errors: 'Últimos errores',
    test: 'Probar',
    testNamed: (label) => `Probar ${label}`,
    testing: 'Dibujando una imagen diminuta…',
    tested: (duration, time) => `Dibujó una imagen diminuta en ${duration}, ${time}.`,
    testFailed: (reason, time) => `La prueba falló, ${time}: ${reason}`,
    testNotAsked: 'No se ha podido pedir la prueba.',
    workflows: 'Flujos propios',
    workflowUsable: 'Se puede elegir en un proyecto',
    workflowLacks: (count, classes) =>
      `No se puede elegir: ningún servidor listo tiene ${count === 1 ? 'el nodo' : 'los nodos'} ${classes}.`,
    workflowsNone: 'Ninguno. Los grafos en formato API van en la carpeta workflows de DATA_DIR.',
  },
};
