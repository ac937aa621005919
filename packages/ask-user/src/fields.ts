/** Finds what of the questions the tool will not read, so that a slip of the pen does not go unnoticed. Pure. */

/** What of a published schema says which fields there are. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** Read as well as what is published. */
const alsoRead: ReadonlySet<string> = new Set(['multiSelect'])

/** The paths of fields that the schema does not have. Values of another type than it wants are the tool's to judge. */
export function unknownFields(value: unknown, schema: object, path = ''): string[] {
  const { properties, items } = schema as Shape
  if (Array.isArray(value))
    return items ? value.flatMap((item, at) => unknownFields(item, items, `${path}[${at}]`)) : []
  if (typeof value !== 'object' || value === null || !properties) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path ? `${path}.${key}` : key
    const shape = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (shape) return unknownFields(inner, shape, at)
    return alsoRead.has(key) ? [] : [at]
  })
}
