import { type AnyNode, fault, type GraphError } from './graph-shapes.ts';
import { pythonFloat, pythonInt, pythonRepr } from './python.ts';

/**
 * Checks a value of an input and converts it in place, as ComfyUI does: type, range, combo, file.
 *
 * @param spec The input's type and options.
 * @param checksNewCombos False: a combo in the newer form takes every value, as 0.3.64 lets it.
 */
export function checkValue(
  node: AnyNode,
  name: string,
  spec: readonly [unknown, Record<string, unknown>?],
  hasFile: (file: string) => boolean = () => true,
  checksNewCombos = true,
): GraphError | null {
  const [type, options = {}] = spec;
  // A value that would read as a link comes wrapped.
  const wrapped = node.inputs[name];
  if (isWrapped(wrapped)) node.inputs[name] = wrapped.__value__;
  const received_value = node.inputs[name];
  const more = { input_config: [type, options], received_value };
  try {
    node.inputs[name] = convert(type, received_value);
  } catch (error) {
    const exception_message = (error as Error).message;
    const message = `Failed to convert an input value to a ${String(type)} value`;
    const details = `${name}, ${typeof received_value === 'string' ? received_value : pythonRepr(received_value)}, ${exception_message}`;
    return fault('invalid_input_type', message, details, name, { ...more, exception_message });
  }
  const value = node.inputs[name];
  // The loaders of pictures have a check of their own, which takes the place of the list.
  if (name === 'image' && (node.class_type === 'LoadImage' || node.class_type === 'LoadImageMask')) {
    if (typeof value === 'string' && hasFile(value)) return null;
    const details = `${name} - Invalid image file: ${String(value)}`;
    return fault('custom_validation_failed', 'Custom validation failed for node', details, name);
  }
  const { min, max } = options;
  if (typeof min === 'number' && (value as number) < min) {
    const message = `Value ${pythonRepr(value)} smaller than min of ${min}`;
    return fault('value_smaller_than_min', message, name, name, more);
  }
  if (typeof max === 'number' && (value as number) > max) {
    const message = `Value ${type === 'INT' ? BigInt(value as number) : pythonRepr(value)} bigger than max of ${max}`;
    return fault('value_bigger_than_max', message, name, name, more);
  }
  const choices = checksNewCombos || type !== 'COMBO' ? readChoices(spec) : null;
  if (!choices || choices.includes(value)) return null;
  const isLong = choices.length > 20;
  const list = isLong ? `(list of length ${choices.length})` : pythonRepr(choices);
  const details = `${name}: ${pythonRepr(value)} not in ${list}`;
  const input_config = isLong ? null : more.input_config;
  return fault('value_not_in_list', 'Value not in list', details, name, { input_config, received_value });
}

/** A combo's options in either form; null for other inputs. */
export function readChoices([type, options]: readonly [unknown, Record<string, unknown>?]):
  | readonly unknown[]
  | null {
  if (Array.isArray(type)) return type;
  if (type !== 'COMBO') return null;
  return Array.isArray(options?.options) ? options.options : [];
}

function isWrapped(value: unknown): value is { readonly __value__: unknown } {
  return typeof value === 'object' && value !== null && '__value__' in value;
}

function convert(type: unknown, value: unknown): unknown {
  if (type === 'INT') return pythonInt(value);
  if (type === 'FLOAT') return pythonFloat(value);
  if (type === 'STRING') return typeof value === 'string' ? value : pythonRepr(value);
  // An empty dictionary is false in Python.
  if (type === 'BOOLEAN') {
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  }
  return value;
}
