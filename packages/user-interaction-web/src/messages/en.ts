/** The page in English. */
import type { Messages } from './messages.ts'

/** All texts. */
export const en: Messages = {
  answerAt: 'Answer in a browser:',
  overSsh: 'You are connected by ssh. On your own machine first run:',
  title: 'Questions',
  needsScript: 'This page needs JavaScript. It loads nothing from anywhere else.',
  closedTitle: 'This page is locked',
  closedText:
    'Open the address that the agent printed in its terminal. It is good for this browser until the agent ends.',
  waiting: (count) => (count === 1 ? '1 request waiting' : `${count} requests waiting`),
  nothingOpen: 'Nothing to answer right now',
  nothingOpenHint: 'When an agent has a question, it appears here by itself.',
  history: 'Settled',
  connection: {
    connecting: 'Connecting…',
    live: 'Connected',
    lost: 'Connection lost. Reconnecting… What you have entered is kept.',
    refused: 'This page has lost its agent. If it was started again, open the address that it printed.',
    ended: 'All done',
    endedHint: 'The agent no longer needs this page. You can close it.',
    endedOpen: 'The agent has ended its page. Nothing more can be answered here.',
  },
  notify: {
    offer: 'Notify me',
    on: 'Notifications on',
    blocked: 'Notifications are blocked by the browser',
  },
  announce: (agent, question, others) => {
    const who = agent === undefined ? 'New question' : `New question from ${agent}`
    return `${who}: ${question}${others > 0 ? ` And ${others} more.` : ''}`
  },
  notification: (agent) => (agent === undefined ? 'An agent has a question' : `${agent} has a question`),
  card: {
    askedBy: (agent) => agent,
    asked: 'An agent asks',
    waited: (ms) => durationOf(ms),
    timeLeft: (ms) => `${clockOf(ms)} left`,
    timeLeftHint: 'Each key or click starts the time anew. When it is up, nothing is chosen.',
    timeUp: 'Time is up',
    fold: 'Fold',
    unfold: 'Unfold',
    questions: 'Questions',
    tab: (position, total, state) => `Question ${position} of ${total}, ${state}`,
    tabState: { open: 'open', answered: 'answered', skipped: 'skipped' },
    review: 'Review',
    plan: 'The plan',
  },
  question: {
    chooseOne: 'Choose one, or use your own words',
    chooseMany: 'Choose any number; words of your own may go with them',
    onlyOne: 'Choose one',
    onlyMany: 'Choose any number',
    recommended: 'Recommended',
    filter: 'Filter the options',
    filtered: (shown, total) => `${shown} of ${total}`,
    but: 'Yes, but…',
    butText: (label) => `${label}, but `,
    ownWords: 'In your own words',
    besideChoice: 'Words to go with it',
    answer: 'Your answer',
    placeholder: 'Type here…',
    replaced: 'Your words are the answer; no option is chosen.',
    aside: (label) => `Set aside: “${label}” is the answer.`,
    asideSkipped: 'Set aside: this question is skipped.',
    useWords: 'Use my words',
    skip: 'Skip',
    unskip: 'Do not skip',
    skippedNote: 'You are leaving this question out.',
    earlier: 'Entered earlier, not sent yet.',
    enterSends: 'Enter sends · Shift+Enter for a new line',
    enterNext: 'Enter goes on · Shift+Enter for a new line',
  },
  send: {
    send: 'Send answer',
    sendSkipped: 'Send without an answer',
    sending: 'Sending…',
    next: 'Next',
    back: 'Back',
    toReview: 'Review',
    needsAnswer: 'Choose, type or skip first.',
  },
  review: {
    title: 'This is what will be sent',
    skipped: 'Skipped: no answer',
    change: (question) => `Change the answer to: ${question}`,
    changeShort: 'Change',
    notSent: (count) =>
      count === 1 ? '1 text that you typed will not be sent.' : `${count} texts that you typed will not be sent.`,
  },
  reply: {
    open: 'Reply in one text',
    title: 'Reply to the whole request',
    label: 'Your reply',
    preview: (question, others) =>
      `Goes to “${question}” as your own words${others === 0 ? '.' : others === 1 ? '; the other question is skipped.' : `; the other ${others} questions are skipped.`}`,
    send: 'Send reply',
    back: 'Back to the questions',
  },
  decline: {
    open: 'Decline…',
    title: 'Decline the whole request?',
    text: 'No answer is sent, and nothing is chosen. The agent is told that you declined.',
    confirm: 'Decline',
    back: 'Keep it open',
  },
  failure: {
    offline: 'Not sent: the agent could not be reached. Your answer is still here; try again.',
    unconfirmed: 'The agent has not confirmed your answer. It is still here; try again.',
    refused: 'Not sent: this browser is not known to the agent. Open the address that it printed.',
    rejected: 'Not sent: the agent’s server did not take it.',
    settled: 'Not sent: somebody or something else settled this first.',
    notKept: 'Your answer could not be kept, so nothing was sent.',
  },
  past: {
    outcome: {
      answered: 'Answered',
      cancelled: 'Declined',
      aborted: 'Withdrawn',
      expired: 'Expired',
      failed: 'Ended',
    },
    explain: {
      cancelled: 'Nothing was chosen and nothing was sent.',
      aborted: 'The agent no longer asks. Nothing was chosen.',
      expired: 'The time was up. Nothing was chosen.',
      failed: 'The agent’s page ended before an answer. Nothing was chosen.',
    },
    place: { tui: 'the terminal', stdio: 'the terminal', terminal: 'the terminal', web: 'the page' },
    answeredOn: (place) => `Answered on ${place}`,
    dismissedOn: (place) => `Dismissed on ${place}`,
    answeredOnPage: 'Answered on another page',
    dismissedOnPage: 'Declined on another page',
    somebodyElse: 'Somebody else answered this. Nothing was sent from here.',
    nothingSent: (outcome) => `${outcome}: nothing was sent`,
    elsewhere: 'The agent has its answer from there.',
    notKept: 'The answer could not be kept, so nothing was sent.',
    own: 'by you, here',
    skipped: 'Skipped',
    typed: 'typed',
    receipt: 'What the agent got',
    notSent: 'Entered and not sent',
    closed: 'This can no longer be answered.',
  },
}

function durationOf(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `waiting ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `waiting ${hours} h ${minutes % 60} min` : `waiting ${Math.floor(hours / 24)} days`
}

function clockOf(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000)
  const pad = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:` : ''}${hours > 0 ? pad(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${pad(seconds % 60)}`
}
