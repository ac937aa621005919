/**
 * Types only, for hosts on upstream `cordis`: `import '@deepseek-ai/dsh-user-interaction/cordis'` tells its
 * `Context` and `Events` what this package adds to `@deepseek-ai/cordis`.
 */
import type { UserInteraction, UserInteractionEvents } from './index.ts'

declare module 'cordis' {
  interface Context {
    userInteraction: UserInteraction
  }
  interface Events extends UserInteractionEvents {}
}
