import { describeProvider, type Surface } from '@deepseek-ai/dsh-testkit'
import { forms } from './editor.ts'
import { sitDown } from './seat.ts'
import { openSession, type Started, startEditor } from './process.ts'
import { afterAll } from 'vitest'

/** A person in front of an editor in this process. */
async function createSurface(capabilities: object, action: 'cancel' | 'decline' = 'cancel'): Promise<Surface> {
  const { editor, provider, listeners } = await sitDown(capabilities)
  return {
    provider,
    hand: {
      answer: (question, item) => editor.answer(question, item),
      skip: (question) => editor.skip(question),
      send: (questions) => editor.send(questions),
      cancel: (questions) => editor.cancel(questions, action),
      stir: () => Promise.reject(new Error('an editor does not tell of keys')),
    },
    screen: () => editor.screen(),
    listeners,
    close: () => provider.close(),
  }
}

/** No sign of the person arrives before the answer; the editor shows an ask in the thread of the agent it is of. */
const anyWay = { keepAlive: false, agent: false } as const
const onlyOptions = {
  ...anyWay,
  multi: false,
  freeText: false,
  batch: false,
  ownWords: false,
  skip: false,
} as const

describeProvider('the provider in an editor that shows forms', {
  create: () => createSurface(forms),
  abilities: anyWay,
})
describeProvider('the provider in an editor whose person declines', {
  create: () => createSurface(forms, 'decline'),
  abilities: anyWay,
})
describeProvider('the provider in an editor that only asks for permission', {
  create: () => createSurface({}),
  abilities: onlyOptions,
})

let started: Started | undefined
afterAll(() => started?.kill())
describeProvider('the provider in an editor of another process, each test in a session of one connection', {
  create: () => openSession((started ??= startEditor())),
  abilities: anyWay,
})
