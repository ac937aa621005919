/** How many forms a request takes. Pure. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'

/** Up to eight fields; forms of more scroll out of sight in a terminal. */
const mostQuestions = 4

/** What a person takes in at a glance, in characters; a longer text gets a form of its own. */
const longestMessage = 2000

/** The protocol's clients answer a call at most ten times (2026-07-28); some are left for whoever else asks. */
const mostForms = 8

/** The questions of each form, in asked order: one form where they fit, else several in turn. */
export function splitBatch(questions: readonly AskUserQuestionItem[]): AskUserQuestionItem[][] {
  const forms = pack(questions)
  return forms.length <= mostForms ? forms : cut(questions, Math.ceil(questions.length / mostForms))
}

function pack(questions: readonly AskUserQuestionItem[]): AskUserQuestionItem[][] {
  const forms: AskUserQuestionItem[][] = []
  let length = 0
  for (const question of questions) {
    const form = forms.at(-1)
    const own = lengthOf(question)
    length += own
    if (form && form.length < mostQuestions && length <= longestMessage) {
      form.push(question)
    } else {
      forms.push([question])
      length = own
    }
  }
  return forms
}

function cut(questions: readonly AskUserQuestionItem[], size: number): AskUserQuestionItem[][] {
  return Array.from({ length: Math.ceil(questions.length / size) }, (_, form) => {
    return questions.slice(form * size, (form + 1) * size)
  })
}

function lengthOf({ header = '', question, detail = '', options = [] }: AskUserQuestionItem): number {
  const texts = options.flatMap(({ label, description = '' }) => [label, description])
  return [header, question, detail, ...texts].reduce((sum, text) => sum + text.length, 0)
}
