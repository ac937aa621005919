/** One ask of a test, from the asker's side. */
import type {
  AskUserQuestionAnswer,
  AskUserQuestionItem,
  AskUserQuestionRequest,
} from '@deepseek-ai/dsh-user-interaction'

/** What came of an ask: an answer or an error. */
export interface Outcome {
  readonly answer?: AskUserQuestionAnswer
  readonly error?: Error & { readonly code?: unknown }
}

/** An ask that was put to the seam. */
export class OpenAsk {
  readonly questions: readonly AskUserQuestionItem[]
  readonly key: string | undefined
  private readonly controller: AbortController
  private result: Outcome | undefined

  constructor(request: AskUserQuestionRequest, controller: AbortController, answer: Promise<AskUserQuestionAnswer>) {
    this.questions = request.questions
    this.key = request.key
    this.controller = controller
    answer.then(
      (given) => void (this.result = { answer: given }),
      (error: unknown) => void (this.result = { error: error as Error }),
    )
  }

  /** What came of it; nothing while it is open. */
  get outcome(): Outcome | undefined {
    return this.result
  }

  abort(): void {
    this.controller.abort()
  }
}
