/** The contract between the conformance suite and a provider under test: what its author writes once. */
import type {
  AskUserQuestionAnswerItem,
  AskUserQuestionItem,
  UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'

type May<T> = T | Promise<T>

/** A provider with everything it needs, a person in front of it, and nothing asked yet. */
export interface Surface {
  readonly provider: UserInteractionProvider
  readonly hand: Hand
  /**
   * What the person sees, as text without frames and colours: the rows of a terminal, the text of a page, the text
   * that a protocol's client was given. Whether it is what is there now or all that ever was, `screen` among the
   * abilities says.
   */
  screen(): May<string>
  /** How many listeners the provider has on what it was given or took: streams, sockets, the process. */
  listeners(): number
  /** Resolves when what the hand did has arrived and what follows from it has happened. Default: some turns. */
  settle?(): Promise<void>
  /** What the provider's plugin does when it unloads. May be called twice, also with a question up. */
  close(): May<void>
}

/**
 * A person's gestures. A gesture that the surface has no way to make rejects with an `Error` that says so. A gesture
 * towards a question that is gone does to the surface what it would do there, or rejects in words. Questions that are
 * open together have different ids and texts.
 *
 * In tests of time `setTimeout`, `clearTimeout` and `Date` are vitest's fakes. A surface that needs timers of its own
 * to take a gesture in lets them run by `vi.advanceTimersByTimeAsync`; nothing depends on a few seconds.
 */
export interface Hand {
  /**
   * Says just this to one question: the labels in `selected`, the text in `custom`, or both. The suite goes through
   * the questions of a request in asked order.
   */
  answer(question: AskUserQuestionItem, answer: AskUserQuestionAnswerItem): May<void>
  /** Leaves one question out and goes on. */
  skip(question: AskUserQuestionItem): May<void>
  /** Sends a request, where saying something to its last question does not. */
  send?(questions: readonly AskUserQuestionItem[]): May<void>
  /** Dismisses the whole request. */
  cancel(questions: readonly AskUserQuestionItem[]): May<void>
  /** A sign of life that says nothing to the question: a key, a click, an empty line. */
  stir(question: AskUserQuestionItem): May<void>
}

/**
 * What a provider can do. The suite expects everything; what a provider cannot do it declares as `false`, and the
 * suite then sees to it that it is refused in words, where there is something to refuse.
 */
export interface Abilities {
  /** A question with options of which one is chosen. */
  readonly single: boolean
  /** A question with options of which any number is chosen. */
  readonly multi: boolean
  /** A question without options. */
  readonly freeText: boolean
  /** Several questions in one request. */
  readonly batch: boolean
  /** Supporting text beside the question. */
  readonly detail: boolean
  /** Who asks, by the agent's id. */
  readonly agent: boolean
  /** Own words in place of an option. */
  readonly ownWords: boolean
  /** Own words beside the labels of a multi-select. */
  readonly wordsBesideLabels: boolean
  /** Words that equal an option's label and are still words. */
  readonly wordsLikeLabels: boolean
  /** Words that equal an option's number and are still words. */
  readonly wordsLikeNumbers: boolean
  /** Words of more than one line. */
  readonly lines: boolean
  /** One question is left out. */
  readonly skip: boolean
  /** The whole request is dismissed. */
  readonly cancel: boolean
  /** Each sign of the person restarts the deadline. */
  readonly keepAlive: boolean
  /** A question stays up until somebody acts; otherwise the hand acts before it is asked. */
  readonly waits: boolean
  /** How many requests it shows at a time; no limit unless it has one. */
  readonly concurrency: number
  /** What `screen` tells: what is there now, all that ever was, or nothing. */
  readonly screen: 'page' | 'transcript' | 'none'
}

/** What `describeProvider` needs to know. */
export interface ProviderUnderTest {
  /** Makes a fresh surface for each test. */
  create(): May<Surface>
  /** What differs from a provider that can do everything and shows a page. */
  readonly abilities?: Partial<Abilities>
  /** How long to wait for what has to happen, in milliseconds. Default: 5000. */
  readonly patienceMs?: number
}

/** The abilities of a provider that can do everything and shows a page. */
export const everything: Abilities = {
  single: true,
  multi: true,
  freeText: true,
  batch: true,
  detail: true,
  agent: true,
  ownWords: true,
  wordsBesideLabels: true,
  wordsLikeLabels: true,
  wordsLikeNumbers: true,
  lines: true,
  skip: true,
  cancel: true,
  keepAlive: true,
  waits: true,
  concurrency: Infinity,
  screen: 'page',
}
