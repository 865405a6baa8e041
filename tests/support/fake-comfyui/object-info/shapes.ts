/** A type's name, or a combo's options in the older form, with what the widget knows. */
export type InputSpec = readonly [
  type: string | readonly (string | number | boolean)[],
  options?: Record<string, unknown>,
];
export type Inputs = Record<string, InputSpec>;

/** One class of nodes as GET /object_info gives it. */
export interface NodeClass {
  readonly input: { readonly required?: Inputs; readonly optional?: Inputs; readonly hidden?: object };
  readonly input_order: Record<string, string[]>;
  readonly output: readonly string[];
  readonly output_is_list: readonly boolean[];
  readonly output_name: readonly string[];
  readonly name: string;
  readonly display_name: string;
  readonly description: string;
  readonly python_module: string;
  readonly category: string;
  readonly output_node: boolean;
  /** It calls a paid service. Not said of others. */
  readonly api_node?: boolean;
}
export type ObjectInfo = Record<string, NodeClass>;

/** What a class is told by; the rest follows. */
export interface ClassParts {
  readonly required?: Inputs;
  readonly optional?: Inputs;
  readonly output?: readonly string[];
  /** Empty: as the types. */
  readonly outputNames?: readonly string[];
  readonly isOutput?: boolean;
  readonly isService?: boolean;
  /** `nodes`, `comfy_extras.nodes_mask`, `custom_nodes.ComfyUI_IPAdapter_plus`. */
  readonly module: string;
  readonly category: string;
  readonly title?: string;
}

export function describeClass(name: string, parts: ClassParts): NodeClass {
  const { required = {}, optional, output = [], isOutput = false } = parts;
  const hidden = { prompt: 'PROMPT', extra_pnginfo: 'EXTRA_PNGINFO' };
  return {
    input: { required, ...(optional && { optional }), ...(isOutput && { hidden }) },
    input_order: {
      required: Object.keys(required),
      ...(optional && { optional: Object.keys(optional) }),
      ...(isOutput && { hidden: Object.keys(hidden) }),
    },
    output,
    output_is_list: output.map(() => false),
    output_name: parts.outputNames ?? output,
    name,
    display_name: parts.title ?? name,
    description: '',
    python_module: parts.module,
    category: parts.category,
    output_node: isOutput,
    ...(parts.isService === true && { api_node: true }),
  };
}

/** Widest side of a picture anywhere in ComfyUI. */
export const MAX_RESOLUTION = 16_384;

export function int(preset: number, min: number, max: number, more: object = {}): InputSpec {
  return ['INT', { default: preset, min, max, ...more }];
}

export function float(preset: number, min: number, max: number, step: number): InputSpec {
  return ['FLOAT', { default: preset, min, max, step }];
}
