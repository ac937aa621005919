/** A surface in memory: a scripted human in front of a page that shows what is open and nothing else. */
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { sanitizeLine, sanitizeText } from '@deepseek-ai/dsh-user-interaction/text'
import { createHuman, type Hand, type ScriptedHuman, type Shown, type Surface } from '../src/index.ts'

/** The surface that can do everything. */
export class Page implements Surface, Hand {
  readonly provider: Surface['provider']
  readonly hand = this
  render = render
  closing: Error = new Error('the page was closed')
  private readonly human: ScriptedHuman
  private readonly drafts = new Map<Shown, Map<string, AskUserQuestionAnswerItem>>()
  private closed = false

  constructor(concurrency = Infinity) {
    this.human = createHuman({ concurrency })
    this.provider = {
      concurrency,
      ask: (request, pending) => {
        if (this.closed) return Promise.reject(new Error('the page is closed'))
        return this.human.ask(request, pending)
      },
    }
  }

  answer(question: AskUserQuestionItem, item: AskUserQuestionAnswerItem): void {
    const shown = this.find(question)
    shown.pending.keepAlive()
    const drafts = this.drafts.get(shown) ?? new Map<string, AskUserQuestionAnswerItem>()
    this.drafts.set(shown, drafts.set(question.id, item))
  }

  skip(question: AskUserQuestionItem): void {
    this.answer(question, { id: question.id, selected: [] })
  }

  send(questions: readonly AskUserQuestionItem[]): void {
    const shown = this.find(questions[0])
    shown.act(Object.fromEntries(this.drafts.get(shown) ?? []))
  }

  cancel(questions: readonly AskUserQuestionItem[]): void {
    this.find(questions[0]).act('dismiss')
  }

  stir(question: AskUserQuestionItem): void {
    this.find(question).pending.keepAlive()
  }

  screen(): string {
    return this.human.shown
      .filter(({ open }) => open)
      .map(({ request: { agent, questions } }) => {
        return [sanitizeLine(agent?.id ?? ''), ...questions.map((question) => this.render(question))].join('\n')
      })
      .join('\n')
  }

  listeners(): number {
    return 0
  }

  close(): void {
    this.closed = true
    for (const shown of this.human.shown) if (shown.open) shown.break(this.closing)
  }

  private find(question: AskUserQuestionItem | undefined): Shown {
    const shown = this.human.shown.findLast(({ open, request }) => {
      return open && request.questions.some(({ id }) => id === question?.id)
    })
    if (!shown) throw new Error('this question is not on the page')
    return shown
  }
}

function render({ question, header = '', detail = '', options = [] }: AskUserQuestionItem): string {
  const lines = options.map(({ label, description = '' }) => `${sanitizeLine(label)}: ${sanitizeLine(description)}`)
  return [sanitizeLine(header), sanitizeText(question), sanitizeText(detail), ...lines].join('\n')
}

/** A surface that can do next to nothing, and says so: one question with options, one of which is chosen. */
export class PoorPage extends Page {
  constructor() {
    super(1)
    const ask = this.provider.ask.bind(this.provider)
    this.provider.ask = async (request, pending) => {
      const [question, ...others] = request.questions
      if (others.length > 0) throw new Error('this page shows one question at a time')
      if (!question?.options || question.multiSelect || question.detail) {
        throw new Error('this page shows questions of which one option is chosen, and nothing beside them')
      }
      return ask(request, pending)
    }
  }

  override answer(question: AskUserQuestionItem, item: AskUserQuestionAnswerItem): void {
    if (item.custom !== undefined) throw new Error('there is nowhere to type')
    super.answer(question, item)
  }

  override skip(): never {
    throw new Error('there is no button for that')
  }

  override cancel(): never {
    throw new Error('there is no button for that')
  }
}
