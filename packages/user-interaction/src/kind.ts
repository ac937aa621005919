/** Says what kind of value came, for error messages, without saying the value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return value.trim() === '' ? 'a blank string' : 'a string'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return typeof value === 'undefined' ? 'undefined' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
}
