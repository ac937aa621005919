/** Says what kind of value came, for error messages. */

/** The kind alone: the value may be a person's. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A number as it is, anything else by its kind: for values that a program chose. */
export function numberOrKind(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value)
}
