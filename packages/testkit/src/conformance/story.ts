/** The verbs of a test: ask, see that it is up, say something, see what came of it. */
import {
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  isUserInteractionError,
  type UserInteractionErrorCode,
  userInteractionErrors,
} from '@deepseek-ai/dsh-user-interaction'
import { expect, vi } from 'vitest'
import type { OpenAsk, Outcome } from './open-ask.ts'
import { somePrompt } from './questions.ts'
import { squeezed } from './screen-text.ts'
import { type AskOptions, type Mounted, Stage } from './stage.ts'
import { type Abilities, everything, type ProviderUnderTest } from './surface.ts'
import { turns, until } from './wait.ts'

type Items = readonly AskUserQuestionAnswerItem[]
type Questions = readonly AskUserQuestionItem[]

/** Where to look and how often it must have been seen. */
interface Sight {
  readonly at?: Mounted
  readonly times?: number
}

/** Codes that mean that somebody acted or time passed, or that an answer was made up: none of them is a refusal. */
const noRefusals: readonly UserInteractionErrorCode[] = ['ASK_CANCELLED', 'ASK_ABORTED', 'ASK_EXPIRED', 'BAD_ANSWER']

/** One test, told through the seam. The first surface is mounted and registered when it begins. */
export class Story {
  readonly can: Abilities
  readonly stage: Stage
  readonly first: Mounted
  /** Unmounts the seam. */
  readonly unmountSeam: () => Promise<void>

  private constructor(can: Abilities, stage: Stage, first: Mounted, unmountSeam: () => Promise<void>) {
    this.can = can
    this.stage = stage
    this.first = first
    this.unmountSeam = unmountSeam
  }

  static async begin(test: ProviderUnderTest, handoverMs: number): Promise<Story> {
    const stage = new Stage(test)
    const unmountSeam = await stage.mountSeam(handoverMs)
    const first = await stage.mount()
    first.register()
    return new Story({ ...everything, ...test.abilities }, stage, first, unmountSeam)
  }

  /** Ends the test; rejects when something is left. */
  async end(): Promise<void> {
    vi.useRealTimers()
    await this.stage.end()
  }

  ask(questions: Questions, options: AskOptions = {}): OpenAsk {
    return this.stage.ask(questions, options)
  }

  /** From now on the seam's time passes only by `pass`. */
  holdTime(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  }

  async pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    await this.settle()
  }

  /** Lets happen what is due. */
  async settle({ surface } = this.first): Promise<void> {
    await turns(10)
    await (surface.settle ? surface.settle() : turns(20))
  }

  /** Resolves when the provider has been given the ask and the person can see its first question. */
  async isUp(ask: OpenAsk, { at = this.first, times = 1 }: Sight = {}): Promise<void> {
    const isShown = (): boolean => ask.outcome !== undefined || this.stateOf(ask) === 'shown'
    await this.until(isShown, 'the seam has not handed the ask over', at)
    this.expectOpen(ask)
    await this.until(() => this.sees(ask, times, at), 'the question is not on the screen', at)
    await this.settle(at)
  }

  /** Says this to the ask. */
  async say(ask: OpenAsk, items: Items, at: Mounted = this.first): Promise<void> {
    await this.gesture(ask.questions, items, at)
  }

  /** Makes the gestures for these answers, in asked order; after the last question the request is sent. */
  async gesture(questions: Questions, items: Items, at: Mounted = this.first): Promise<void> {
    const { hand } = at.surface
    for (const item of items) {
      const question = questions.find(({ id }) => id === item.id)
      if (!question) throw new RangeError(`no question ${item.id} was asked`)
      if (item.selected.length > 0 || item.custom !== undefined) await hand.answer(question, item)
      else await hand.skip(question)
      if (question === questions.at(-1)) await hand.send?.(questions)
      await this.settle(at)
    }
  }

  /** A gesture to what is gone: it does nothing, or is refused in words. */
  async sayLate(act: () => Promise<void>): Promise<void> {
    await Promise.resolve()
      .then(act)
      .catch((error: unknown) => expect((error as Error).message).not.toBe(''))
    await this.settle()
  }

  /** Asks and answers, in the order that the surface needs. */
  async exchange(questions: Questions, items: Items, options: AskOptions = {}): Promise<void> {
    const ask = await this.askWith(questions, () => this.gesture(questions, items, this.first), options)
    await this.expectAnswer(ask, items)
  }

  /** Asks, and acts once the question is up; before it is asked, where the surface does not wait. */
  async askWith(questions: Questions, act: () => Promise<void> | void, options: AskOptions = {}): Promise<OpenAsk> {
    if (!this.can.waits) await act()
    const ask = this.ask(questions, options)
    if (!this.can.waits) return ask
    await this.isUp(ask)
    await act()
    return ask
  }

  /** That the next ask is shown and gets an answer of its own. */
  async expectFresh(at: Mounted = this.first): Promise<void> {
    const { question, item } = somePrompt(this.can)
    if (!this.can.waits) return this.exchange([question], [item])
    const ask = this.ask([question])
    await this.isUp(ask, { at })
    this.expectOpen(ask)
    await this.say(ask, [item], at)
    await this.expectAnswer(ask, [item])
  }

  /** What came of an ask, as soon as something did. */
  async endOf(ask: OpenAsk): Promise<Outcome> {
    await this.until(() => ask.outcome !== undefined, 'the ask is still open')
    return ask.outcome ?? {}
  }

  async expectAnswer(ask: OpenAsk, items: Items): Promise<void> {
    const { answer, error } = await this.endOf(ask)
    if (error) throw error
    const sorted = (given: Items): Items => given.map((item) => ({ ...item, selected: item.selected.toSorted() }))
    expect(sorted(answer?.answers ?? [])).toEqual(sorted(items))
  }

  async expectCode(ask: OpenAsk, code: UserInteractionErrorCode): Promise<void> {
    const { answer, error } = await this.endOf(ask)
    expect(answer, 'an answer came where none was given').toBeUndefined()
    expect(error?.code).toBe(code)
  }

  expectOpen(ask: OpenAsk): void {
    expect(ask.outcome, 'the ask is over though nobody has said anything to it').toBeUndefined()
  }

  /** That the question can no longer be seen, where the screen tells what is there now. */
  async expectDown(ask: OpenAsk, at: Mounted = this.first): Promise<void> {
    if (this.can.screen !== 'page') return this.settle(at)
    await this.until(async () => !(await this.sees(ask, 1, at)), 'the question is still on the screen', at)
  }

  /** That the ask failed with words of the provider's own, and not as if somebody had acted. */
  async expectRefused(ask: OpenAsk): Promise<void> {
    const { answer, error } = await this.endOf(ask)
    expect(answer, 'an answer came where a refusal in words was due').toBeUndefined()
    const refused = !noRefusals.some((code) => isUserInteractionError(error, code))
    expect(refused, `${String(error?.code)} is no refusal: ${error?.message}`).toBe(true)
    expect(error?.message.trim(), 'the refusal has no words of its own').not.toBe('')
    expect(error?.message).not.toBe(userInteractionErrors.PROVIDER_FAILED.message)
  }

  /** That a gesture is refused in words: by the hand, by the ask's end, or on a screen with the question still up. */
  async expectGestureRefused(questions: Questions, act: () => Promise<void> | void): Promise<void> {
    let words: unknown
    let before = ''
    const ask = await this.askWith(questions, async () => {
      before = await this.first.surface.screen()
      await Promise.resolve()
        .then(act)
        .catch((error: unknown) => void (words = (error as Error).message))
    })
    await this.settle()
    if (ask.outcome) return words === undefined || this.can.waits ? this.expectRefused(ask) : undefined
    const told = words ?? (this.can.screen === 'none' ? '' : await this.first.surface.screen())
    expect(told, 'nothing says that this cannot be done').not.toBe(before)
    ask.abort()
    await this.expectCode(ask, 'ASK_ABORTED')
  }

  /** What the person sees, without white space. */
  async sight(at: Mounted = this.first): Promise<string> {
    return squeezed(await at.surface.screen())
  }

  async until(holds: () => boolean | Promise<boolean>, failure: string, at: Mounted = this.first): Promise<void> {
    await until(holds, this.stage.patienceMs, async () => {
      return `${failure}; the screen ends with:\n${(await at.surface.screen()).slice(-1000)}`
    })
  }

  /** How the seam lists the ask. */
  stateOf(ask: OpenAsk): 'queued' | 'shown' | undefined {
    return this.stage.ctx.userInteraction.pending.find(({ key }) => key === ask.key)?.state
  }

  private async sees(ask: OpenAsk, times: number, at: Mounted): Promise<boolean> {
    if (this.can.screen === 'none') return true
    const seen = (await this.sight(at)).split(beginOf(ask)).length - 1
    return seen >= (this.can.screen === 'page' ? 1 : times)
  }
}

/** The part of the first question by which a screen shows whether it is there. */
function beginOf({ questions }: OpenAsk): string {
  return squeezed(/^[^?]*\?/.exec(questions[0]?.question ?? '')?.[0] ?? '')
}
