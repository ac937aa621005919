/** What a form of MCP may hold, as far as questions need it: a flat object of text, one choice, several choices. */

/** A choice: what comes back, and what is shown. */
interface Titled {
  readonly const: string
  readonly title: string
}

/** Nothing is ever chosen beforehand, so no property has a `default`. */
export type Property =
  | { readonly type: 'string'; readonly title: string }
  | { readonly type: 'string'; readonly title: string; readonly oneOf: Titled[] }
  /** One choice as the revision of 2025-06-18 has it, which knows no other. */
  | { readonly type: 'string'; readonly title: string; readonly enum: string[]; readonly enumNames: string[] }
  | { readonly type: 'array'; readonly title: string; readonly items: { readonly anyOf: Titled[] } }

/** The parameters of `elicitation/create`. Without `mode`, which means a form in every revision. */
export interface Form {
  readonly message: string
  readonly requestedSchema: {
    readonly type: 'object'
    readonly properties: Record<string, Property>
  }
}

/** The property that holds the choice of the question at this place in its form. Never an agent's id. */
export function choiceKey(place: number): string {
  return `q${place}`
}

/** The property that holds the text. */
export function textKey(place: number): string {
  return `q${place}_text`
}

/** What a form sends for the option at this place. */
export function optionValue(place: number): string {
  return `o${place}`
}
