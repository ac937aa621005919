/** The page in Chinese. */
import type { Messages } from './messages.ts'

/** All texts. */
export const zh: Messages = {
  answerAt: '请在浏览器中回答：',
  overSsh: '当前是 ssh 会话，请先在自己的电脑上执行：',
  title: '待答问题',
  needsScript: '本页需要 JavaScript，不会加载任何外部内容。',
  closedTitle: '页面未解锁',
  closedText: '请打开 agent 在终端里打印的地址。打开一次后，本浏览器在 agent 结束前都可使用。',
  waiting: (count) => `有 ${count} 个请求等你回答`,
  nothingOpen: '暂时没有问题',
  nothingOpenHint: 'agent 提问时，会自动出现在这里。',
  history: '已结束',
  connection: {
    connecting: '正在连接…',
    live: '已连接',
    lost: '连接已断开，正在重连… 已填写的内容都还在。',
    refused: '本页已找不到它的 agent。如果 agent 重新启动过，请打开它新打印的地址。',
    ended: '全部完成',
    endedHint: 'agent 不再需要本页，可以关闭了。',
    endedOpen: 'agent 已关闭本页，这里不能再回答。',
  },
  notify: { offer: '有问题时通知我', on: '通知已开启', blocked: '浏览器禁止了通知' },
  announce: (agent, question, others) =>
    `${agent === undefined ? '新问题' : `${agent} 的新问题`}：${question}${others > 0 ? `另有 ${others} 个。` : ''}`,
  notification: (agent) => (agent === undefined ? 'agent 有问题要问你' : `${agent} 有问题要问你`),
  card: {
    askedBy: (agent) => agent,
    asked: 'agent 提问',
    waited: (ms) => durationOf(ms),
    timeLeft: (ms) => `剩余 ${clockOf(ms)}`,
    timeLeftHint: '每次按键或点击都会重新计时。到时间后不会替你选择任何内容。',
    timeUp: '时间到',
    fold: '收起',
    unfold: '展开',
    questions: '问题',
    tab: (position, total, state) => `第 ${position} 题，共 ${total} 题，${state}`,
    tabState: { open: '未答', answered: '已答', skipped: '已跳过' },
    review: '核对',
    plan: '计划',
  },
  question: {
    chooseOne: '选一项，或用自己的话回答',
    chooseMany: '可选多项，也可以同时补充文字',
    onlyOne: '选一项',
    onlyMany: '可选多项',
    recommended: '推荐',
    filter: '筛选选项',
    filtered: (shown, total) => `${shown} / ${total} 项`,
    but: '可以，但是…',
    butText: (label) => `${label}，但是`,
    ownWords: '用自己的话回答',
    besideChoice: '补充说明',
    answer: '你的回答',
    placeholder: '在此输入…',
    replaced: '将以你的文字作答，不选任何选项。',
    aside: (label) => `暂不发送：当前答案是“${label}”。`,
    asideSkipped: '暂不发送：本题已跳过。',
    useWords: '改用文字',
    skip: '跳过',
    unskip: '不跳过',
    skippedNote: '本题将不作答。',
    earlier: '之前填写的内容，尚未发送。',
    enterSends: 'Enter 发送 · Shift+Enter 换行',
    enterNext: 'Enter 下一题 · Shift+Enter 换行',
  },
  send: {
    send: '发送回答',
    sendSkipped: '不作答并发送',
    sending: '正在发送…',
    next: '下一题',
    back: '上一题',
    toReview: '核对',
    needsAnswer: '请先选择、输入或跳过。',
  },
  review: {
    title: '将发送以下内容',
    skipped: '已跳过，不作答',
    change: (question) => `修改这一题的回答：${question}`,
    changeShort: '修改',
    notSent: (count) => `有 ${count} 段输入的文字不会发送。`,
  },
  reply: {
    open: '用一段话回复',
    title: '用一段话回复整个请求',
    label: '你的回复',
    preview: (question, others) => `作为自己的话发给“${question}”${others === 0 ? '。' : `，其余 ${others} 题跳过。`}`,
    send: '发送回复',
    back: '返回问题',
  },
  decline: {
    open: '拒绝…',
    title: '拒绝整个请求？',
    text: '不会发送回答，也不会选择任何内容。agent 会得知你拒绝了。',
    confirm: '拒绝',
    back: '先不拒绝',
  },
  failure: {
    offline: '未发送：连不上 agent。回答还在，请重试。',
    unconfirmed: 'agent 尚未确认你的回答。内容还在，请重试。',
    refused: '未发送：agent 不认识本浏览器，请打开它打印的地址。',
    rejected: '未发送：agent 的服务端没有接受。',
    settled: '未发送：这个请求已先由别处结束。',
    notKept: '回答未能保存，因此没有发送。',
  },
  past: {
    outcome: { answered: '已回答', cancelled: '已拒绝', aborted: '已撤回', expired: '已超时', failed: '已中止' },
    explain: {
      cancelled: '未选择任何内容，也未发送。',
      aborted: 'agent 不再询问，未选择任何内容。',
      expired: '已超时，未选择任何内容。',
      failed: '回答之前页面已关闭，未选择任何内容。',
    },
    place: { tui: '终端', stdio: '终端', terminal: '终端', web: '网页' },
    answeredOn: (place) => `已在${placed(place)}回答`,
    dismissedOn: (place) => `已在${placed(place)}取消`,
    answeredOnPage: '已在另一个页面回答',
    dismissedOnPage: '已在另一个页面拒绝',
    somebodyElse: '这是别人的回答，这里没有发送任何内容。',
    nothingSent: (outcome) => `${outcome}，未发送任何内容`,
    elsewhere: 'agent 已从那里得到回答。',
    notKept: '回答未能保存，因此没有发送。',
    own: '由你在此回答',
    skipped: '已跳过',
    typed: '自己输入',
    receipt: 'agent 收到的内容',
    notSent: '已填写但未发送',
    closed: '不能再回答。',
  },
}

/** A Latin name stands apart from the Chinese around it. */
function placed(place: string): string {
  return /^[\p{Script=Han}]+$/u.test(place) ? place : ` ${place} `
}

function durationOf(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `已等待 ${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `已等待 ${hours} 小时 ${minutes % 60} 分` : `已等待 ${Math.floor(hours / 24)} 天`
}

function clockOf(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000)
  const pad = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
