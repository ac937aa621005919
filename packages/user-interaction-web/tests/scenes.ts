/** What the page shows when it is looked at: one moment each, in either language. */
import type { Page } from 'playwright-core'
import { type AskUserQuestionItem, UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import type { Desk } from './wire.ts'

type Scene = (page: Page, desk: Desk, lang: Lang) => Promise<void>

const batch: Readonly<Record<Lang, readonly AskUserQuestionItem[]>> = {
  en: [
    {
      id: 'store',
      header: 'Store',
      question: 'Where should sessions be kept?',
      detail:
        'Sessions live in memory today, so **every deploy signs people out**.\n\n- 40,000 live sessions\n- `pg` is already a dependency',
      options: [
        { label: 'Postgres (Recommended)', description: 'One more table; backups come with it.' },
        { label: 'Redis', description: 'Fast, and gone after a restart.' },
        { label: 'Signed cookies', description: 'Nothing to run; cannot be revoked.' },
      ],
    },
    {
      id: 'checks',
      header: 'Checks',
      question: 'Which checks must pass before it ships?',
      multiSelect: true,
      options: [
        { label: 'Unit tests', description: 'three minutes' },
        { label: 'Load test' },
        { label: 'Security scan' },
      ],
    },
    { id: 'notes', header: 'Notes', question: 'What should the release notes say?' },
  ],
  zh: [
    {
      id: 'store',
      header: '存储',
      question: '会话存在哪里？',
      detail: '目前会话在内存里，**每次发布都会让用户重新登录**。\n\n- 约四万个在线会话\n- 项目已依赖 `pg`',
      options: [
        { label: 'Postgres（推荐）', description: '多一张表，备份一并解决。' },
        { label: 'Redis', description: '快，但重启即丢。' },
        { label: '签名 Cookie', description: '无需运维，但无法吊销。' },
      ],
    },
    {
      id: 'checks',
      header: '检查',
      question: '发布前必须通过哪些检查？',
      multiSelect: true,
      options: [{ label: '单元测试', description: '三分钟' }, { label: '压力测试' }, { label: '安全扫描' }],
    },
    { id: 'notes', header: '说明', question: '发布说明里写什么？' },
  ],
}

const plan: Readonly<Record<Lang, AskUserQuestionItem>> = {
  en: {
    id: 'plan',
    question: 'Shall I go ahead with this plan?',
    detail:
      '1. Add the table `sessions` behind a flag\n2. Write to both stores for a day\n3. Switch reads over, **then** remove the old code\n\n> Nothing is deleted before Friday.\n\n| step | takes | can be undone |\n|---|---|---|\n| 1 | 10 min | yes |\n| 3 | 1 h | until Friday |',
    options: [{ label: 'Approve', description: 'I start with step 1.' }, { label: 'Keep planning' }],
    intent: { kind: 'plan-review', approve: 'Approve' },
  },
  zh: {
    id: 'plan',
    question: '按这个计划进行吗？',
    detail:
      '1. 在开关后面新增 `sessions` 表\n2. 两边同时写入一天\n3. 切换读取，**然后**删除旧代码\n\n> 周五之前不删除任何数据。\n\n| 步骤 | 用时 | 能否回退 |\n|---|---|---|\n| 1 | 10 分钟 | 能 |\n| 3 | 1 小时 | 周五前 |',
    options: [{ label: '批准', description: '从第 1 步开始。' }, { label: '继续讨论' }],
    intent: { kind: 'plan-review', approve: '批准' },
  },
}

const minutes = (count: number): number => Date.now() - count * 60_000

/** Every scene by its name. */
export const scenes: Readonly<Record<string, Scene>> = {
  async batch(page, desk, lang) {
    desk.ask(batch[lang], { agent: 'main', askedAt: minutes(3), deadlineAt: Date.now() + 1_721_000 })
    await page.locator('.option input').first().click()
    await page.locator('.left').hover()
  },
  async review(page, desk, lang) {
    desk.ask(batch[lang], { agent: 'main', askedAt: minutes(7) })
    await page.locator('.option input').first().click()
    await page.locator('.primary').click()
    await page.locator('.option input').nth(0).click()
    await page.locator('.option input').nth(2).click()
    await page.locator('textarea').fill(lang === 'zh' ? '再跑一遍冒烟测试' : 'and the smoke test, twice')
    await page.locator('.primary').click()
    await page.locator('.skip').click()
    await page.locator('.review').waitFor()
  },
  async plan(page, desk, lang) {
    desk.ask([plan[lang]], { agent: 'planner', askedAt: minutes(1) })
    await page.locator('.plan').waitFor()
  },
  async exits(page, desk, lang) {
    desk.ask(batch[lang], { agent: 'main' })
    desk.ask(batch[lang], { agent: 'main' })
    await page.locator('.decline').nth(1).click()
    await page.locator('.exits .link').first().click()
    await page.locator('.panel').nth(1).waitFor()
  },
  async settled(page, desk, lang) {
    const asks = [desk.ask([plan[lang]], { agent: 'planner' }), desk.ask(batch[lang]), desk.ask([plan[lang]])]
    asks[0]?.abort()
    await page.locator('.card').nth(1).waitFor()
    await page.locator('.skip').nth(1).click()
    await page.locator('textarea').nth(1).fill('…')
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 300)))
    await page.locator('.card').nth(1).locator('.primary').click()
    await page.locator('.past.answered').waitFor()
    for (const summary of await page.locator('.past > summary').all()) await summary.click()
    await page.locator('.receipt summary').first().click()
  },
  async earlier(page, desk, lang) {
    const draft = {
      answers: [
        { id: 'store', selected: [batch[lang][0]?.options?.[1]?.label ?? ''] },
        { id: 'notes', selected: [], custom: '…' },
      ],
    }
    desk.ask(batch[lang], { agent: 'main', draft })
    desk.ask(batch[lang], { agent: 'main', draft })
    desk.ask([plan[lang]]).abort(new UserInteractionError('ASK_ABORTED', undefined, { surface: 'terminal' }))
    await page.locator('.past').waitFor()
    await page.locator('.card').nth(1).locator('.step.end').click()
    await page.locator('.review .earlier').nth(1).waitFor()
    await page.locator('.past > summary').click()
  },
  async long(page, desk, lang) {
    const [word, sentence] = ['Donaudampfschiff'.repeat(20), `${batch[lang][0]?.detail ?? ''} `.repeat(20)]
    const options = [1, 2, 3].map((number) => ({ label: `${number}${word}`, description: sentence + word }))
    const long = {
      question: sentence + word,
      header: word,
      detail: `${sentence}\n\n\`${word}\`\n\n| ${word} | b |\n|---|---|\n| a | b |`,
      options,
    }
    desk.ask(
      [
        { id: 'a', ...long },
        { id: 'b', ...long, multiSelect: true },
      ],
      { agent: word, deadlineAt: Date.now() + 1e9 },
    )
    const told = desk.ask([{ id: 'a', ...long }], { agent: word })
    told.abort(new UserInteractionError('ASK_ABORTED', undefined, { surface: word }))
    await page.locator('.past > summary').click()
    await page.locator('.option input').first().click()
    await page.locator('textarea').fill(word)
    await page.locator('.option input').nth(1).click()
  },
  async many(page, desk) {
    const options = Array.from({ length: 120 }, (_, at) => ({ label: `v${at}`, ...(at === 9 && { description: '…' }) }))
    const questions = Array.from({ length: 60 }, (_, at) => ({ id: `q${at}`, header: `H${at}`, question: `${at}?` }))
    desk.ask([{ id: 'o', question: 'Which version?\n\nAll of them build.\n\nOne is old.', options }])
    desk.ask(questions)
    await page.locator('.card').nth(1).locator('.step').nth(40).click()
    await page.locator('.option input').nth(3).click()
    await page.locator('[type=search]').fill('v11')
    await page.locator('.filter .quietly', { hasText: /^12 / }).waitFor()
  },
  async nothing(page) {
    await page.locator('.empty').waitFor()
  },
}
