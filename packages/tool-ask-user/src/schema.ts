/** What a model may send: written once, in zod, which parses the arguments; published as plain JSON Schema. */
import { createRequire } from 'node:module'
import { z } from 'zod/v3'

const option = z.object({
  label: z.string(),
  description: z.string().describe('What choosing it means.').optional(),
})

const question = z.object({
  id: z.string().describe('Stable; echoed in the answer.'),
  question: z.string(),
  header: z.string().describe('1-3 words.').optional(),
  options: z
    .array(option)
    .describe('Omit for free text. Recommended one first, its label ending (Recommended).')
    .optional(),
  multi_select: z.boolean().optional(),
})

/** The arguments of one call. Unknown keys are dropped; what is blank or repeated is left to the seam. */
export const callSchema = z.object({ questions: z.array(question) })

/** One question as a model sends it. */
export type QuestionArguments = z.infer<typeof question>

/** One option as a model sends it. */
export type OptionArguments = z.infer<typeof option>

/** A JSON Schema that is shared by all its readers and frozen. */
export type PublishedSchema = Readonly<Record<string, unknown>>

let published: PublishedSchema | undefined

/**
 * The JSON Schema of the arguments, the same object and so the same bytes every time. It has no `$schema` and no
 * `additionalProperties`, and only keywords that the tool runtime supports.
 */
export function publishSchema(): PublishedSchema {
  published ??= freeze(toJsonSchema())
  return published
}

/** Loads the converter when first read: that costs as much as half the tool runtime, and a call never needs it. */
function toJsonSchema(): Record<string, unknown> {
  const require = createRequire(import.meta.url)
  const { zodToJsonSchema } = require('zod-to-json-schema') as typeof import('zod-to-json-schema')
  const { $schema: _, ...schema } = zodToJsonSchema(callSchema, {
    $refStrategy: 'none',
    removeAdditionalStrategy: 'strict',
    allowedAdditionalProperties: undefined,
  })
  return schema
}

function freeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner)
  return Object.freeze(value)
}
