/** The questions that the tests ask. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'

export const store: AskUserQuestionItem = {
  id: 'a',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }, { label: 'Redis' }],
}
export const targets: AskUserQuestionItem = {
  id: 'm',
  question: 'Which targets?',
  options: [{ label: 'linux' }, { label: 'mac' }, { label: 'win' }],
  multiSelect: true,
}
export const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }

/** The batch of the README. */
export const batch: readonly AskUserQuestionItem[] = [
  {
    id: 'store',
    header: 'Storage',
    question: 'Which database should the service use?',
    detail: 'The service keeps **sessions** only.\n\n* about 2 GB\n* one writer, see `db/README.md`',
    options: [
      { label: 'Postgres (Recommended)', description: 'Managed, three replicas, backups every hour.' },
      { label: 'SQLite', description: 'One file next to the service; nothing to run.' },
    ],
  },
  {
    id: 'checks',
    header: 'Checks',
    question: 'Which checks must pass?',
    multiSelect: true,
    options: [{ label: 'Unit tests' }, { label: 'Load test' }],
  },
  { id: 'notes', header: 'Notes', question: 'What should the release notes say?' },
]

/** A question of two options. */
export function pair(id: string, question: string, one: string, two: string): AskUserQuestionItem {
  return { id, question, options: [{ label: one }, { label: two }] }
}

/** A question of so many options. */
export function files(count: number): AskUserQuestionItem {
  const digits = String(count).length
  return {
    id: 'f',
    question: 'Which file?',
    options: Array.from({ length: count }, (_, index) => ({
      label: `file-${String(index + 1).padStart(digits, '0')}`,
    })),
  }
}

/** What terminals send. */
export const keys = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  enter: '\r',
  newline: '\n',
  tab: '\t',
  back: '\u001b[Z',
  escape: '\u001b[27u',
  backspace: '\u007f',
  ctrlC: '\u0003',
  ctrlR: '\u0012',
} as const

/** A paste between its marks. */
export function paste(text: string): string {
  return `\u001b[200~${text}\u001b[201~`
}
