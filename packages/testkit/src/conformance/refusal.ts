/** Tests that turn with an ability: what a provider can do it does, what it cannot it refuses in words. */
import type { AskUserQuestionAnswerItem, AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import type { Case } from './case.ts'

/** A test that a request is refused before anybody acts, and that the next one is not. */
export function refuse(what: string, ask: () => readonly AskUserQuestionItem[]): Case {
  return {
    name: `refuses ${what} in words`,
    async run(story) {
      await story.expectRefused(story.ask(ask()))
      await story.expectFresh()
    },
  }
}

/** A test that what a person says is taken; or, where the surface has no gesture for it, refused in words. */
export function takeOrRefuse(
  able: boolean,
  what: string,
  ask: () => AskUserQuestionItem,
  say: (asked: AskUserQuestionItem) => AskUserQuestionAnswerItem,
): Case {
  return {
    name: `${able ? 'takes' : 'refuses'} ${what}${able ? '' : ' in words'}`,
    async run(story) {
      const question = ask()
      if (able) return story.exchange([question], [say(question)])
      await story.expectGestureRefused([question], () => story.gesture([question], [say(question)]))
      await story.expectFresh()
    },
  }
}
