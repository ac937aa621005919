/** `ctx.userQuestions` for plugins written against it, on top of `ctx.userInteraction`. It owns nothing of an ask. */
import type { Context } from '@deepseek-ai/cordis'
import type { UserInteraction } from '@deepseek-ai/dsh-user-interaction'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionRequest,
  type UserQuestionProvider,
  UserQuestionService,
} from '@deepseek-ai/dsh-user-questions'
import { toQuestionError } from './errors.ts'
import { adaptProvider } from './provider.ts'

/**
 * The service itself, with the seam behind both methods. Whoever calls one is, to the seam, the plugin that asks or
 * registers: what it started ends when it ends.
 */
export class UserQuestionsBridge extends UserQuestionService {
  static readonly inject = ['userInteraction']

  // A service read from a method of another is traced to that method's caller. So the seam sees who called here.
  private readonly seam: UserInteraction

  constructor(ctx: Context) {
    super(ctx)
    this.seam = ctx.userInteraction
  }

  /**
   * Makes `provider` the one that answers, for `ctx.userInteraction` too. Its `request.signal` aborts whenever the
   * ask ends in another way than by its answer.
   * @returns what removes it earlier, any number of times.
   * @throws UserQuestionError `DUPLICATE_PROVIDER`, `BAD_REQUEST` or `SERVICE_GONE`, the seam's error as `cause`.
   */
  override registerProvider(provider: UserQuestionProvider): () => void {
    try {
      return this.seam.registerProvider(adaptProvider(provider))
    } catch (error) {
      throw toQuestionError(error)
    }
  }

  /**
   * Asks through the seam, as the calling plugin.
   * @throws UserQuestionError with the seam's code and message, the seam's error as `cause`.
   */
  override async ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer> {
    try {
      return await this.seam.ask(request)
    } catch (error) {
      throw toQuestionError(error)
    }
  }
}
