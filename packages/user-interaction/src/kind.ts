/** Says what kind of value came, for error messages, without saying the value. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' && !(value > 0 && value < Infinity)) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
