/** The command in English. */
import type { Messages } from './messages.ts'

const help = `Usage: ask-user [FILE | -]                 questions as JSON, from FILE or standard input
       ask-user -q TEXT [-o TEXT ...] ...  questions spelt out
       ask-user --confirm TEXT             a yes or no; ends with 0 only for Yes
       ask-user schema [--format FORMAT]   the tool definition, as a model gets it
       ask-user journal list|show FILE     what a journal holds; only show tells what people said
       ask-user journal forget FILE ID ... takes asks out of it; all: everything
       ask-user mcp [--print-config HOST]  an MCP server that offers the tool to an agent

Puts questions to a human and prints the answer as one line of JSON, as a model gets it.

Questions
  FILE                   {"questions": [...]}, a list of questions, or one question
  -q, --question TEXT    a question; may be repeated, the ids are q1, q2, ...
  -o, --option TEXT      an option of the question before; without any it asks for text
      --describe TEXT    what choosing the option before means
  -m, --multi            the question before takes more than one option
      --header TEXT      a short heading of the question before
      --confirm TEXT     one question with Yes and No; its id is "confirm", all else is asked again
      --only-options     text is no answer where there are options: ask again

Answers
      --plain            print labels and text, one a line; an empty answer ends with 1
      --provider WHO     auto (a form on the terminal, lines where it cannot be
                         redrawn or there is none), tui (the same, with CI set too),
                         stdio (lines on standard input), web (a page in a browser)
                         or script; several at once as in tui,web: the first answer
                         counts
      --answers FILE     take the answers from FILE, such as the output of an earlier run
      --answer ID=LABEL  take this answer; may be repeated
      --config FILE      boot your own cordis.yml instead
      --deadline TIME    give up when nobody types for so long: 500ms, 30s, 5m, 1h
      --on-ask CMD       run CMD when the form appears; it gets no word of the question
      --port N           where the page of --provider web listens; any free port by default
      --no-open          do not open a browser; the address is printed anyway
      --lang en|zh       the language of prompts and errors

Other
      --format FORMAT    json-schema (default), openai, anthropic or mcp
      --print-config HOST
                         what to put into the configuration of claude-code, codex, gemini,
                         vscode, cursor or opencode, and where
  -h, --help             this text
  -V, --version          the version

Each of --provider, --answers, --answer, --config, --deadline, --on-ask, --port and --lang can
also stand in the environment as ASK_USER_PROVIDER and so on; a flag wins.

Prompts go to standard error, the answer alone to standard output.
Exit codes: 0 answered, 1 dismissed or not confirmed, 2 bad usage, 3 nobody can answer,
4 expired, 5 anything else failed, 129, 130 or 143 ended by a signal.
`

/** All texts. */
export const messages: Messages = {
  help,
  usage: {
    hint: 'See ask-user --help.',
    unknownFlag: (flag, known) => `there is no option ${flag}; expected one of ${known}`,
    noValue: (flag, value) => `${flag} takes no value, got "${value}"`,
    value: 'a value',
    missingValue: (flag, expected) => `${flag} expects ${expected}`,
    badValue: (flag, expected, got) => `${flag} expects ${expected}, got "${got}"`,
    repeated: (flag) => `${flag} is given twice, expected once`,
    belongsTo: (flag, owner) => `${flag} belongs to the ${owner} before it, and there is none`,
    notTogether: (one, other) => `${one} and ${other} cannot be given together; expected one of them`,
    needs: (flag, other) => `${flag} needs ${other}`,
    only: (flag, owner) => `${flag} belongs to ${owner}`,
    extra: (argument) => `"${argument}" is one argument too many; a text of several words needs quotes`,
    empty: (source) => `${source} is empty: there is nothing to ask`,
    nothing: 'nothing to ask; expected FILE, -q TEXT, --confirm TEXT, or JSON on standard input',
    unreadable: (source, reason) => `${source} cannot be read: ${reason}`,
    stdin: 'standard input',
    notUtf8: (source) => `${source} is not UTF-8 text`,
    notJson: (source, reason) => `${source} is not JSON: ${reason}`,
    wrongShape: (source) => `${source} holds no questions; expected {"questions": [...]}, a list, or one question`,
  },
  outcome: {
    cancelled: 'Dismissed: nothing was chosen.',
    notConfirmed: 'Not confirmed: only the option Yes is a yes.',
    nothingAnswered: 'Skipped: there is an answer missing, so nothing is printed.',
    expired: 'Nobody answered in time: nothing was chosen.',
    stopped: 'You stopped it: nothing was chosen.',
    ended: 'Stopped from outside: nothing was chosen.',
    inputEnded: 'The input ended before an answer: nothing was chosen.',
    nobody: {
      'stdin-taken': 'Nobody can answer: standard input carried the questions.',
      'no-terminal': 'Nobody can answer: standard input carried the questions, and there is no terminal.',
      'ci-stdin-taken':
        'Nobody can answer: standard input carried the questions, and with CI set no terminal is opened.',
      mcp: 'Nobody can answer: standard input and output belong to the MCP client.',
      'ci-silent': 'Nobody answered: with CI set, 30 seconds without a line on standard input are the limit.',
    },
    nobodyElse: (detail) => `Nobody can answer: ${detail}`,
    nobodyHint:
      'Run it in a terminal, pipe lines to --provider stdio with the questions in a FILE, '
      + 'or pass --answers FILE or --answer ID=LABEL.',
    badQuestions: (detail) => `These questions cannot be asked:\n${detail}`,
    badAnswers: (detail) => `The answers that were passed do not fit: ${detail}`,
    options: (id, labels) => `question "${id}" has the options ${labels}`,
    failed: (detail) => `Failed: ${detail}`,
    notWritten: (reason) => `The answer could not be written to standard output: ${reason}`,
  },
  notice: {
    onlyOptions: 'Text is no answer here. Please choose an option by its number or label.',
    page: (address) => `Waiting for your answer at ${address}`,
    paste: (file) => `Add this to ${file}:`,
    patience: (seconds) => `CI is set: without a line on standard input within ${seconds} seconds this ends with 3.`,
    unknownFields: (paths) => `Ignored, for the tool has no such field: ${paths} (ask-user schema prints what it has)`,
  },
  journal: {
    states: {
      open: 'open',
      orphaned: 'orphaned',
      answered: 'answered, not delivered',
      delivered: 'delivered',
      cancelled: 'dismissed',
      aborted: 'taken back',
      expired: 'expired',
      failed: 'failed',
      replaced: 'asked again',
    },
    said: 'Sent:',
    entered: 'Entered, not sent:',
    skipped: '(skipped)',
    key: (key) => `Key: ${key}`,
    damaged: (line, fault) => `Line ${line} ${fault}; the rest is read.`,
    inUse: (pid) => `Process ${pid} has this journal open.`,
    empty: 'The journal holds no asks.',
    unknown: (id) => `the journal has no ask "${id}"; ask-user journal list FILE names them`,
    forgotten(count, damaged) {
      const left = `is left in the file${damaged === 0 ? '' : ' that can be read'}.`
      const told = `Forgotten: ${count}. Nothing of ${count === 1 ? 'it' : 'them'} ${left}`
      if (damaged === 0) return told
      const lines = damaged === 1 ? '1 damaged line stays and may' : `${damaged} damaged lines stay and may`
      return `${told} ${lines} hold words of any ask; ask-user journal forget FILE all takes everything out.`
    },
  },
  confirm: { yes: undefined, no: undefined },
}
