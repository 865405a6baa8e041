import type { enTutorial } from '../../en/late/tutorial.ts';

export const esTutorial: typeof enTutorial = {
  tutorial: {
    title: 'Tutorial',
    welcome: 'Te damos la bienvenida a Vitrine',
    invitation: (steps) =>
      `De un modelo 3D a una imagen terminada: ${steps} pasos cortos te muestran dónde está todo.`,
    resume: (step, steps) => `Estás en el paso ${step} de ${steps}. ¿Seguir desde ahí?`,
    start: 'Empezar el tutorial',
    goOn: 'Continuar',
    later: 'Ahora no',
    never: 'No volver a preguntar',
    step: (step, steps) => `Paso ${step} de ${steps}`,
    progress: 'Progreso del tutorial',
    previous: 'Anterior',
    next: 'Siguiente',
    complete: 'Completar',
    skip: 'Saltar',
    skipTitle: '¿Saltar el tutorial?',
    skipMessage: 'No se te volverá a preguntar. Lo encontrarás en Ayuda cuando quieras.',
    skipConfirm: 'Sí, saltar',
    doneTitle: 'Tutorial completado',
    doneMessage: 'Ya sabes dónde está todo. El proyecto de muestra es tuyo para probar.',
    pictures: {
      finished: 'Una imagen terminada: auriculares de nogal y cuero castaño sobre un fondo gris continuo',
      detail: 'De cerca: el cuero de la almohadilla y el metal cepillado de la horquilla',
    },
    /** Where nothing costs credits. */
    freeSteps: {
      render: {
        title: 'Renderizar',
        text: 'Basta con pulsar. Ves cuánto lleva, puedes cancelarlo y seguir trabajando mientras tanto.',
      },
      account: {
        title: 'Cuenta',
        text: 'Lo que pasó mientras no estabas y, bajo tus iniciales, los ajustes y la Ayuda, donde está este tutorial.',
      },
    },
    steps: {
      stage: {
        title: 'Aquí está tu producto',
        text: 'Suelta un archivo GLB, glTF u OBJ con sus texturas. Arrastra para girarlo; usa la rueda o pellizca para acercarte. Al final será una imagen como esta.',
      },
      tools: {
        title: 'Herramientas',
        text: 'Mira de frente o de lado, pinta luz, mueve el producto, fija sus ejes. Aquí también abres un archivo y deshaces pasos.',
      },
      views: {
        title: 'Vistas guardadas',
        text: 'Guarda la vista que te guste y vuelve a ella con una pulsación. Un pedido puede mostrar varias a la vez.',
      },
      materials: {
        title: 'Materiales',
        text: 'Aquí están todos los materiales del modelo. Pulsa Biblioteca para darle otro, o elige cuáles debe respetar la imagen.',
      },
      scenery: {
        title: 'Aspectos, fondo y estilo',
        text: 'Elige ante qué está y cómo se pinta, y guárdalo todo como un aspecto para otros productos.',
      },
      prompt: {
        title: 'Prompt',
        text: 'Di con palabras cómo debe ser la imagen. Materiales, forma y vista salen de tu escena; las palabras dan el ambiente.',
      },
      render: {
        title: 'Renderizar',
        text: 'El precio está en el botón antes de pulsarlo. Un render que falla o se cancela devuelve lo que cuestan las imágenes que faltan.',
      },
      results: {
        title: 'Resultados',
        text: 'Aquí llegan las imágenes terminadas. Abre una para compararla con tu escena, mirarla de cerca, descargarla o empezar desde ella.',
      },
      places: {
        title: 'Crear, Editar, Recursos',
        text: 'Editar parte de una imagen que ya tienes. En Recursos están tus bibliotecas y todos tus renders.',
      },
      account: {
        title: 'Créditos y cuenta',
        text: 'Tus créditos, lo que ha pasado en tu ausencia y, bajo tus iniciales, los ajustes y la Ayuda, donde está este tutorial.',
      },
    },
  },
  help: {
    title: 'Ayuda',
    tutorialHint: 'Diez pasos cortos sobre la página.',
    start: 'Empezar el tutorial',
    again: 'Ver el tutorial otra vez',
    goOn: (step) => `Continuar en el paso ${step}`,
    never: 'Ofrecer el tutorial al iniciar sesión',
    shortcuts: 'Atajos de teclado',
    shortcutsHint: 'Todas las teclas de la página, según para qué sirven.',
    engines: 'Qué pinta tus imágenes',
    studio: 'Studio',
    studioText:
      'El trazador de rayos integrado sigue la luz por tu escena. Muestra exactamente lo que has puesto, no necesita IA y hace la misma imagen cada vez. Un estilo cambia sus colores; el prompt no cambia nada.',
    ai: 'Motor de IA',
    aiText:
      'Servidores ComfyUI pintan sobre tu escena, guiados por máscaras, profundidad y contornos del producto real. El prompt, el estilo y la creatividad lo orientan; cada imagen se mide contra la escena.',
    aiHere: 'Listo aquí.',
    aiMissing: 'Ahora mismo no hay ningún servidor conectado.',
    feedback: 'Cuéntanos',
    feedbackHint: 'Un problema, un deseo o unas palabras amables, con una captura de la página si quieres.',
  },
};
