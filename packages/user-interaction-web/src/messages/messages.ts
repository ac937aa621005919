/** Every text of the page and of its server: the table that each language fills. Arguments come sanitised. */
import type { WireOutcome } from '../codec.ts'

/** The texts of one language. */
export interface Messages {
  /** Before the address, on standard error. */
  readonly answerAt: string
  /** Before the line for ssh. */
  readonly overSsh: string
  readonly title: string
  readonly needsScript: string
  /** For a browser without the printed address. */
  readonly closedTitle: string
  readonly closedText: string
  waiting(count: number): string
  readonly nothingOpen: string
  readonly nothingOpenHint: string
  readonly history: string
  readonly connection: {
    readonly connecting: string
    readonly live: string
    readonly lost: string
    readonly refused: string
    readonly ended: string
    readonly endedHint: string
    readonly endedOpen: string
  }
  readonly notify: { readonly offer: string; readonly on: string; readonly blocked: string }
  announce(agent: string | undefined, question: string, others: number): string
  notification(agent: string | undefined): string
  readonly card: {
    askedBy(agent: string): string
    readonly asked: string
    waited(ms: number): string
    timeLeft(ms: number): string
    readonly timeLeftHint: string
    readonly timeUp: string
    readonly fold: string
    readonly unfold: string
    readonly questions: string
    tab(position: number, total: number, state: string): string
    readonly tabState: { readonly open: string; readonly answered: string; readonly skipped: string }
    readonly review: string
    readonly plan: string
  }
  readonly question: {
    readonly chooseOne: string
    readonly chooseMany: string
    /** Where words of one's own are no answer. */
    readonly onlyOne: string
    readonly onlyMany: string
    readonly recommended: string
    /** Above a long list. */
    readonly filter: string
    filtered(shown: number, total: number): string
    readonly but: string
    /** What "yes, but…" begins with. */
    butText(label: string): string
    readonly ownWords: string
    readonly besideChoice: string
    readonly answer: string
    readonly placeholder: string
    readonly replaced: string
    aside(label: string): string
    readonly asideSkipped: string
    readonly useWords: string
    readonly skip: string
    readonly unskip: string
    readonly skippedNote: string
    /** Where something was entered before this page was there. */
    readonly earlier: string
    readonly enterSends: string
    readonly enterNext: string
  }
  readonly send: {
    readonly send: string
    readonly sendSkipped: string
    readonly sending: string
    readonly next: string
    readonly back: string
    readonly toReview: string
    readonly needsAnswer: string
  }
  readonly review: {
    readonly title: string
    readonly skipped: string
    change(question: string): string
    readonly changeShort: string
    notSent(count: number): string
  }
  readonly reply: {
    readonly open: string
    readonly title: string
    readonly label: string
    preview(question: string, others: number): string
    readonly send: string
    readonly back: string
  }
  readonly decline: {
    readonly open: string
    readonly title: string
    readonly text: string
    readonly confirm: string
    readonly back: string
  }
  readonly failure: {
    readonly offline: string
    readonly unconfirmed: string
    readonly refused: string
    readonly rejected: string
    readonly settled: string
    readonly notKept: string
  }
  readonly past: {
    readonly outcome: Readonly<Record<WireOutcome, string>>
    readonly explain: Readonly<Record<Exclude<WireOutcome, 'answered'>, string>>
    /** Surfaces by the names that are known. */
    readonly place: Readonly<Record<string, string>>
    /** In place of the outcome, where another surface answered. */
    answeredOn(place: string): string
    dismissedOn(place: string): string
    /** In place of the outcome, where this page was open and another one answered. */
    readonly answeredOnPage: string
    readonly dismissedOnPage: string
    readonly somebodyElse: string
    /** An outcome, as the last that a page says. */
    nothingSent(outcome: string): string
    readonly elsewhere: string
    readonly notKept: string
    readonly own: string
    readonly skipped: string
    readonly typed: string
    readonly receipt: string
    readonly notSent: string
    readonly closed: string
  }
}
