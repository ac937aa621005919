/**
 * One question of whose options one is chosen as a permission dialog, for editors that show no forms; both directions
 * are pure. The dialog knows nothing but options. Its first one answers nothing: it is what an editor takes that
 * approves by a rule, or that shows a person only "allow" and "deny" and takes the first option that allows.
 */
import type { PermissionOption, RequestPermissionRequest, ToolCallContent } from '@agentclientprotocol/sdk'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
  checkAnswer,
  UserInteractionError,
} from '@deepseek-ai/dsh-user-interaction'
import { renderLabels } from '@deepseek-ai/dsh-user-interaction/labels'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { badAnswer, isRecord } from './faults.ts'
import type { Messages } from './messages/messages.ts'
import { renderText, renderTitle } from './titles.ts'

/** How long a question may be that needs no place but the title. */
const longestTitle = 80

/** The part of a permission request that a question decides. */
export interface Dialog {
  readonly title: string
  readonly content: ToolCallContent[]
  readonly options: RequestPermissionRequest['options']
}

/** What a request holds that the dialog cannot take, in words; undefined if it can. */
export function dialogFault(questions: readonly AskUserQuestionItem[]): string | undefined {
  const [question, second] = questions
  if (second) return 'several questions at once'
  if (!question?.options?.length) return 'a question without options'
  return question.multiSelect ? 'a question of which several options may be chosen' : undefined
}

/** The question as a dialog; its ids are positions. */
export function encodePermission(question: AskUserQuestionItem, messages: Messages): Dialog {
  const { detail = '', options = [], intent } = question
  const labels = renderLabels(options, [messages.chat])
  const meanings = options.flatMap(({ description = '' }, index) => {
    const meaning = sanitizeLine(description)
    return meaning ? [`- ${labels[index]}: ${meaning}`] : []
  })
  const title = renderTitle(question)
  // Editors cut a title off at the end of its line.
  const body = title.length > longestTitle || question.question.includes('\n') ? renderText(question) : detail
  const text = [sanitizeText(body), meanings.join('\n')].filter(Boolean).join('\n\n')
  return {
    title,
    content: text ? [{ type: 'content', content: { type: 'text', text } }] : [],
    options: [
      { optionId: chat, name: messages.chat, kind: 'allow_once' },
      ...options.map(({ label }, index) => ({
        optionId: optionId(index),
        name: labels[index] ?? '',
        kind: kindOf(label, intent),
      })),
    ],
  }
}

/**
 * What was chosen.
 * @throws UserInteractionError `ASK_CANCELLED` for the outcome cancelled, `BAD_ANSWER` for an option of no such dialog
 *   and for what is no response to a permission request.
 * @throws Error for the option that answers nothing.
 */
export function decodePermission(question: AskUserQuestionItem, response: unknown): AskUserQuestionAnswer {
  const { outcome, optionId: chosen } = outcomeOf(response)
  if (outcome === 'cancelled') throw new UserInteractionError('ASK_CANCELLED')
  if (outcome !== 'selected') throw badAnswer('outcome.outcome', 'selected or cancelled', outcome)
  if (chosen === chat) {
    throw new Error('the user was not shown the options or would rather answer in the chat: ask there, and wait')
  }
  const option = question.options?.find((_option, index) => optionId(index) === chosen)
  if (!option) throw badAnswer('outcome.optionId', 'one that the dialog offers', chosen)
  return checkAnswer([question], { answers: [{ id: question.id, selected: [option.label] }] })
}

const chat = 'chat'
const optionId = (index: number): string => `option_${index + 1}`

/** A choice among things forbids nothing, and holds for this once; only a review has options that say no. */
function kindOf(label: string, intent: AskUserQuestionItem['intent']): PermissionOption['kind'] {
  return intent && label !== intent.approve ? 'reject_once' : 'allow_once'
}

function outcomeOf(response: unknown): Readonly<Record<string, unknown>> {
  const outcome = isRecord(response) ? response['outcome'] : undefined
  return isRecord(outcome) ? outcome : {}
}
