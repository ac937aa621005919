/** What the command says: the table that each language fills. Values in it are sanitised by whoever prints. */
import type { AskState } from '@deepseek-ai/dsh-user-interaction-journal'
import type { NobodyReason } from '../nobody.ts'

/** The texts of one language. */
export interface Messages {
  /** The whole of `--help`. */
  readonly help: string
  /** Faults of argv, the environment and the files named there. */
  readonly usage: {
    /** Ends every fault of usage. */
    readonly hint: string
    unknownFlag(flag: string, known: string): string
    noValue(flag: string, value: string): string
    /** What is missing where nothing more telling can be said. */
    value: string
    missingValue(flag: string, expected: string): string
    badValue(flag: string, expected: string, got: string): string
    repeated(flag: string): string
    belongsTo(flag: string, owner: string): string
    notTogether(one: string, other: string): string
    needs(flag: string, other: string): string
    only(flag: string, owner: string): string
    extra(argument: string): string
    empty(source: string): string
    readonly nothing: string
    unreadable(source: string, reason: string): string
    readonly stdin: string
    notUtf8(source: string): string
    notJson(source: string, reason: string): string
    wrongShape(source: string): string
  }
  /** What became of an ask, when not an answer. */
  readonly outcome: {
    readonly cancelled: string
    readonly notConfirmed: string
    readonly nothingAnswered: string
    readonly expired: string
    /** Ctrl-C. */
    readonly stopped: string
    /** Another signal. */
    readonly ended: string
    /** At a terminal, where another one is no advice. */
    readonly inputEnded: string
    readonly nobody: Readonly<Record<NobodyReason, string>>
    nobodyElse(detail: string): string
    /** Ends every outcome of that kind. */
    readonly nobodyHint: string
    badQuestions(detail: string): string
    badAnswers(detail: string): string
    options(id: string, labels: string): string
    failed(detail: string): string
    notWritten(reason: string): string
  }
  readonly notice: {
    readonly onlyOptions: string
    patience(seconds: number): string
    /** Where a question can be answered that no form took. */
    page(address: string): string
    /** Where the configuration of a host belongs. */
    paste(file: string): string
    unknownFields(paths: string): string
  }
  /** What `ask-user journal` says. */
  readonly journal: {
    /** How far an ask came. */
    readonly states: Readonly<Record<AskState | 'orphaned', string>>
    /** What stands over words that were sent, and over those that were not. */
    readonly said: string
    readonly entered: string
    readonly skipped: string
    key(key: string): string
    damaged(line: number, fault: string): string
    inUse(pid: number): string
    readonly empty: string
    unknown(id: string): string
    /** `damaged`: so many lines stay that could not be read. */
    forgotten(count: number, damaged: number): string
  }
  /** What the options of `--confirm` mean, where their labels do not say it in this language. */
  readonly confirm: { readonly yes: string | undefined; readonly no: string | undefined }
}
