/** The gestures of a person in front of forms, whatever client shows them: for the conformance suite. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import type { Hand } from '@deepseek-ai/dsh-testkit'
import type { Form } from '../src/index.ts'
import { fill, type Reply } from './client.ts'

/** A form on a screen, wherever that is. */
export interface FormOnScreen {
  readonly form: Form
  reply(reply: Reply): void
}

/** Fills in the forms that `screen` holds. A form but for the last of its request is sent as soon as it is full. */
export function createHand(screen: () => readonly FormOnScreen[]): Hand {
  const filled = new Map<FormOnScreen, Map<number, Record<string, unknown>>>()
  const take = async (
    question: AskUserQuestionItem,
    fields: (form: Form, place: number) => Record<string, unknown>,
  ): Promise<void> => {
    const shown = await find(screen, question)
    const place = placeOf(shown.form, question)
    const places = filled.get(shown) ?? new Map<number, Record<string, unknown>>()
    filled.set(shown, places.set(place, fields(shown.form, place)))
    const [, position, total] = /^Part (\d+) of (\d+)$/m.exec(shown.form.message) ?? []
    if (places.size === countOf(shown.form) && position !== total) submit(shown)
  }
  const submit = (shown: FormOnScreen): void => {
    const content = Object.assign({}, ...(filled.get(shown)?.values() ?? [])) as Record<string, unknown>
    shown.reply({ action: 'accept', content })
  }
  return {
    answer: (question, item) => take(question, (form, place) => fill(form, place, question, item)),
    skip: (question) => take(question, () => ({})),
    send: async (questions) => submit(await find(screen, questions.at(-1))),
    cancel: async (questions) => (await find(screen, questions[0])).reply({ action: 'cancel' }),
    stir() {
      throw new Error('a form tells nothing before it is sent')
    },
  }
}

/** What is on the form, as text. */
export function textOfForm({ message, requestedSchema: { properties } }: Form): string {
  const titles = Object.values(properties).flatMap((property) => {
    const choices = 'oneOf' in property ? property.oneOf : 'items' in property ? property.items.anyOf : []
    const own = message.includes(property.title) ? [] : [property.title]
    return [...own, ...choices.map(({ title }) => title)]
  })
  return [message, ...titles].join('\n')
}

/** The next form of a request comes when the one before has arrived. */
async function find(
  screen: () => readonly FormOnScreen[],
  question: AskUserQuestionItem | undefined,
): Promise<FormOnScreen> {
  const text = sanitizeText(question?.question ?? '').trim()
  for (let turn = 0; turn < 5000; turn++) {
    const shown = screen().find(({ form }) => form.message.includes(text))
    if (shown) return shown
    await new Promise((resolve) => void setImmediate(resolve))
  }
  throw new Error('there is no form with this question')
}

function countOf({ requestedSchema: { properties } }: Form): number {
  return new Set(Object.keys(properties).map((key) => key.replace('_text', ''))).size
}

function placeOf(form: Form, { header, question }: AskUserQuestionItem): number {
  const heading = header === undefined ? '' : `[${sanitizeLine(header)}] `
  const line = `. ${heading}${sanitizeText(question).trim()}`
  const places = Array.from({ length: countOf(form) }, (_, place) => place)
  return places.find((place) => form.message.includes(`${place + 1}${line}`)) ?? 0
}
