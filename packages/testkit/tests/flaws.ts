/** Providers that are wrong in one thing each, on a page that is right in everything else. */
import { EventEmitter, setMaxListeners } from 'node:events'
import {
  type AskUserQuestionAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
  type AskUserQuestionRequest,
  type PendingAsk,
  UserInteractionError,
  type UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import type { Abilities, Surface } from '../src/index.ts'
import { createChatSurface } from './chat.ts'
import { Page } from './page.ts'

type Ask = UserInteractionProvider['ask']

/** A wrong provider, and a test that it has to fail with words like these. */
export interface Flaw {
  readonly create: () => Surface
  readonly abilities?: Partial<Abilities>
  readonly red: Readonly<Record<string, RegExp>>
}

/** A page on which each ask goes through `wrap`. */
function pageWith(wrap: (ask: Ask, request: AskUserQuestionRequest, pending: PendingAsk) => ReturnType<Ask>): Surface {
  const page = new Page()
  const ask = page.provider.ask.bind(page.provider)
  page.provider.ask = (request, pending) => wrap(ask, request, pending)
  return page
}

/** A page that says something else than the person did. */
function pageThatSays(
  change: (item: AskUserQuestionAnswerItem, question: AskUserQuestionItem | undefined) => AskUserQuestionAnswerItem,
): Surface {
  return pageWith(async (ask, request, pending) => {
    const { answers } = await ask(request, pending)
    return {
      answers: answers.map((item) =>
        change(
          item,
          request.questions.find(({ id }) => id === item.id),
        ),
      ),
    }
  })
}

function pendingWith(pending: PendingAsk, changes: Partial<PendingAsk>): PendingAsk {
  const { id, askedAt, signal } = pending
  return { id, askedAt, signal, keepAlive: () => pending.keepAlive(), ...changes }
}

const recommended = /\(Recommended\)$/

/** What is wrong, in words that follow on "a provider that". */
export const flaws: Readonly<Record<string, Flaw>> = {
  'ignores the signal': {
    create: () =>
      pageWith((ask, request, pending) => ask(request, pendingWith(pending, { signal: new AbortController().signal }))),
    red: {
      'takes the question down when the caller gives up, and takes no late answer for the next one':
        /still on the screen/,
      'leaves nothing on the screen when the caller gives up in the same tick': /still on the screen/,
      'chooses nothing when the deadline passes, and takes the question down': /still on the screen/,
      'takes the question down when it is removed, and takes no late answer for a later one': /still on the screen/,
    },
  },
  'ignores the signal in a chat': {
    create: () => createChatSurface({ heed: false }),
    abilities: { concurrency: 1, screen: 'transcript' },
    red: {
      'leaves nothing on the screen when the caller gives up in the same tick': /the ask is still open/,
      'shows an open ask anew when it is removed and registered again later': /the ask is still open/,
      'chooses nothing when the deadline passes, and takes the question down': /the ask is still open/,
    },
  },
  'trims labels': {
    create: () => pageThatSays((item) => ({ ...item, selected: item.selected.map((label) => label.trim()) })),
    red: { 'returns a label with blanks around them byte for byte': /must be one of the labels/ },
  },
  'drops commas from labels': {
    create: () =>
      pageThatSays((item) => ({ ...item, selected: item.selected.map((label) => label.replaceAll(',', '')) })),
    red: { 'returns a label with commas byte for byte': /must be one of the labels/ },
  },
  'joins labels with commas and splits them again': {
    create: () =>
      pageThatSays((item) => ({ ...item, selected: item.selected.length ? item.selected.join(', ').split(', ') : [] })),
    red: {
      'returns a label with commas byte for byte': /must hold at most one|expected/,
      'returns several labels with commas byte for byte': /must be one of the labels|repeats an earlier/,
    },
  },
  'drops commas from typed text': {
    create: () =>
      pageThatSays(({ custom, ...item }) => ({ ...item, ...(custom && { custom: custom.replaceAll(',', '') }) })),
    red: { 'returns typed text as it was typed': /to deeply equal/ },
  },
  'trims typed text': {
    create: () => pageThatSays(({ custom, ...item }) => ({ ...item, ...(custom && { custom: custom.trim() }) })),
    red: {
      'returns typed text as it was typed': /to deeply equal/,
      'takes words of several lines': /to deeply equal/,
    },
  },
  'takes typed text that equals a label for the label': {
    create: () =>
      pageThatSays((item, question) => {
        const label = question?.options?.find((option) => option.label === item.custom)?.label
        return label === undefined ? item : { id: item.id, selected: [label] }
      }),
    red: { 'takes the label of an option as words, in place of an option': /to deeply equal/ },
  },
  'takes a skip for the recommended option': {
    create: () =>
      pageThatSays((item, question) => {
        const label = question?.options?.find((option) => recommended.test(option.label))?.label
        return item.selected.length > 0 || item.custom || !label ? item : { ...item, selected: [label] }
      }),
    red: {
      'chooses nothing where a question is skipped, not even the recommended option': /to deeply equal/,
      'keeps the other answers where one question is skipped': /to deeply equal/,
    },
  },
  'takes a dismissal for a skip of everything': {
    create: () =>
      pageWith(async (ask, request, pending) => {
        return ask(request, pending).catch((error: unknown): AskUserQuestionAnswer => {
          if (error instanceof UserInteractionError && error.code === 'ASK_CANCELLED') return { answers: [] }
          throw error
        })
      }),
    red: { 'rejects with ASK_CANCELLED when the person dismisses the request, and chooses nothing': /an answer came/ },
  },
  'leaves a listener on the stream': {
    create: () => {
      const stream = new EventEmitter().setMaxListeners(0)
      const page = pageWith((ask, request, pending) => {
        stream.on('data', () => {})
        return ask(request, pending)
      })
      page.listeners = () => stream.listenerCount('data')
      return page
    },
    red: {
      'returns the one label that was chosen': /left behind: 3 listeners on what the surface was given/,
      'has no more listeners after many answered asks on one signal than after one': /to be less than or equal to 1/,
      'has no more listeners after many aborted asks than after one': /expected 15 to be 1/,
    },
  },
  'leaves a listener on pending.signal': {
    create: () =>
      pageWith((ask, request, pending) => {
        pending.signal.addEventListener('abort', () => {})
        return ask(request, pending)
      }),
    red: { 'returns the one label that was chosen': /left behind: 3 listeners on pending\.signal/ },
  },
  'leaves a listener on the signal of the caller': {
    create: () =>
      pageWith((ask, request, pending) => {
        if (request.signal) setMaxListeners(0, request.signal)
        request.signal?.addEventListener('abort', () => {})
        return ask(request, pending)
      }),
    red: {
      'returns the one label that was chosen': /left behind: 3 listeners on signals of callers/,
      'has no more listeners after many answered asks on one signal than after one': /length/,
    },
  },
  'gives an earlier answer to the same question': {
    create: () => {
      const given = new Map<string, ReturnType<Ask>>()
      return pageWith((ask, request, pending) => {
        const key = JSON.stringify(request.questions)
        const answer = given.get(key) ?? ask(request, pending)
        given.set(key, answer)
        return answer
      })
    },
    red: { 'asks anew each time, the same question included': /nobody has said anything/ },
  },
  'gives up after a minute of its own': {
    create: () =>
      pageWith(
        (ask, request, pending) =>
          new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error('request timed out')), 60_000)
            ask(request, pending)
              .then(resolve, reject)
              .finally(() => clearTimeout(timer))
          }),
      ),
    red: { 'waits for days where nobody set a deadline': /the ask is over though nobody has said anything/ },
  },
  'gives no sign of life': {
    create: () => pageWith((ask, request, pending) => ask(request, pendingWith(pending, { keepAlive: () => {} }))),
    red: { 'restarts the deadline at each sign of life, and not without one': /the deadline was not restarted/ },
  },
  'asks only the first question': {
    create: () =>
      pageWith((ask, request, pending) => ask({ ...request, questions: request.questions.slice(0, 1) }, pending)),
    red: { 'asks all questions of a request and returns each answer under its own id': /not on the page/ },
  },
  'does not show details': {
    create: () =>
      pageWith((ask, request, pending) => {
        return ask(
          { ...request, questions: request.questions.map((question) => ({ ...question, detail: '' })) },
          pending,
        )
      }),
    red: { 'shows supporting text with the question, and never as an option': /to contain/ },
  },
  'shows text of the model as it is': {
    create: () => {
      const page = new Page()
      page.render = ({ question, header, detail, options }) => {
        return [header, question, detail, ...(options ?? []).flatMap((option) => Object.values(option))].join('\n')
      }
      return page
    },
    red: {
      'shows hostile text in options as text, and returns a label of it byte for byte': /not to match/,
      'shows hostile text in the question, its heading, its details and its descriptions as text': /not to match/,
    },
  },
  'gives an answer to the request that has been open longest, whichever was meant': {
    create: () => {
      const open: ((answer: AskUserQuestionAnswer) => void)[] = []
      return pageWith(
        (ask, request, pending) =>
          new Promise((resolve, reject) => {
            open.push(resolve)
            ask(request, pending).then((answer) => open.shift()?.(answer), reject)
          }),
      )
    },
    red: {
      'shows several requests at once, and keeps their answers apart in whatever order they come':
        /the ask is still open/,
    },
  },
  'shows one request at a time and does not say so': {
    create: () => new Page(1),
    red: { 'declares how many requests it shows at a time, and that it can answer': /expected 1 to be Infinity/ },
  },
  'leaves an open ask open when it is closed': {
    create: () => Object.assign(new Page(), { close: () => {} }),
    red: { 'refuses an open ask in words when it is closed under it': /the ask is still open/ },
  },
  'says that the person dismissed what it was closed under': {
    create: () => {
      const page = new Page()
      page.closing = new UserInteractionError('ASK_CANCELLED')
      return page
    },
    red: { 'refuses an open ask in words when it is closed under it': /ASK_CANCELLED is no refusal/ },
  },
  'takes a late answer for the next question': {
    create: () => {
      const page = new Page()
      let late = false
      const [ask, answer] = [page.provider.ask.bind(page.provider), page.answer.bind(page)]
      page.provider.ask = (request, pending) => (late ? Promise.resolve(firstOf(request)) : ask(request, pending))
      page.answer = (question, item) => {
        try {
          answer(question, item)
        } catch (error) {
          late = true
          throw error
        }
      }
      return page
    },
    red: {
      'takes the question down when the caller gives up, and takes no late answer for the next one':
        /nobody has said anything/,
      'takes the question down when it is removed, and takes no late answer for a later one':
        /nobody has said anything/,
    },
  },
  'chooses one label where several may be chosen, and says that it cannot': {
    create: () => pageWith(async (_ask, request) => firstOf(request)),
    abilities: { multi: false },
    red: {
      'refuses a question of which several options may be chosen in words':
        /an answer came where a refusal in words was due/,
    },
  },
  'refuses without a word': {
    create: () => pageWith(() => Promise.reject(new Error(''))),
    abilities: { freeText: false },
    red: { 'refuses a question without options in words': /not to be|no words/ },
  },
  'refuses as if the person had dismissed it': {
    create: () => pageWith(() => Promise.reject(new UserInteractionError('ASK_CANCELLED'))),
    abilities: { batch: false },
    red: { 'refuses several questions in one request in words': /ASK_CANCELLED is no refusal/ },
  },
  'ignores a gesture without a word': {
    create: () => Object.assign(new Page(), { skip: () => {}, send: () => {} }),
    abilities: { skip: false },
    red: { 'refuses a skip in words': /nothing says that this cannot be done/ },
  },
  'takes a gesture that it says it does not know': {
    create: () => new Page(),
    abilities: { cancel: false, skip: false },
    red: { 'refuses a dismissal in words': /ASK_CANCELLED is no refusal/, 'refuses a skip in words': /an answer came/ },
  },
}

function firstOf({ questions }: AskUserQuestionRequest): AskUserQuestionAnswer {
  return {
    answers: questions.map(({ id, options }) => ({
      id,
      selected: options?.slice(0, 1).map(({ label }) => label) ?? [],
    })),
  }
}
