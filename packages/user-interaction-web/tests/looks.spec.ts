/** How the page looks: axe finds nothing and nothing overflows, narrow and wide, in light and dark, in both languages. */
import { mkdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { executablePath, needsChromium, openContext, openPage } from './chromium.ts'
import { scenes } from './scenes.ts'
import { Desk } from './wire.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Set to write the pictures that the READMEs show. */
const pictures = process.env['WRITE_PICTURES'] ? new URL('../../../docs/images/', import.meta.url) : undefined

type Theme = 'light' | 'dark'

/** The scenes that the READMEs show, and how. */
const shown: readonly (readonly [string, Lang, Theme, number])[] = [
  ['batch', 'en', 'light', 1280],
  ['batch', 'en', 'dark', 390],
  ['plan', 'en', 'dark', 1280],
  ['review', 'en', 'light', 390],
  ['batch', 'zh', 'light', 390],
  ['review', 'zh', 'dark', 1280],
]

const all = Object.keys(scenes).flatMap((scene) =>
  (['light', 'dark'] as const).flatMap((theme) => [320, 1280].map((width) => [scene, theme, width] as const)),
)

async function show(
  scene: string,
  lang: Lang,
  theme: Theme,
  width: number,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const phone: BrowserContextOptions = width < 500 ? { isMobile: true, hasTouch: true } : {}
  const viewport = { width, height: width < 500 ? 844 : 800 }
  const context = await openContext({ viewport, colorScheme: theme, deviceScaleFactor: 1, ...phone })
  const desk = await Desk.open({ lang })
  try {
    const page = await openPage(context, desk.address.href)
    await scenes[scene]?.(page, desk, lang)
    await look(page)
  } finally {
    await desk.provider.close()
    await context.close()
  }
}

async function expectInView(page: Page, what: string): Promise<void> {
  const box = await page.locator(what).first().boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true)
}

describe.skipIf(!executablePath)(`the look of the page${needsChromium}`, () => {
  it.each(all)('gives axe nothing to say, and fits, with the scene %s in %s at %d px', async (scene, theme, width) => {
    await show(scene, width === 320 ? 'zh' : 'en', theme, width, async (page) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await page.evaluate(axe)
      const results = await page.evaluate((): Promise<AxeResults> => {
        const runner = (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe
        return runner.run({ resultTypes: ['violations'] })
      })
      const found = results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(found).toEqual([])
    })
  })

  it('keeps the way on in sight below a long list, and each step in reach in one row', async () => {
    await show('many', 'en', 'light', 1280, async (page) => {
      await page.locator('[type=search]').fill('')
      await page.locator('.option').nth(119).waitFor({ state: 'attached' })
      await page.evaluate(() => scrollTo(0, 0))
      await expectInView(page, '.card .primary')
      await page.locator('.step.here').scrollIntoViewIfNeeded()
      await expectInView(page, '.step.here')
      const rows = await page
        .locator('.step')
        .evaluateAll((steps) => new Set(steps.map((own) => own.getBoundingClientRect().top)).size)
      expect(rows).toBe(1)
      expect(
        await page
          .locator('.asked .rest')
          .first()
          .evaluate((own) => getComputedStyle(own).fontSize),
      ).toBe('16px')
    })
  })

  it.skipIf(!pictures).each(shown)(
    'is drawn for the READMEs: %s in %s, %s, at %d px',
    async (scene, lang, theme, width) => {
      if (!pictures) return
      await mkdir(pictures, { recursive: true })
      await show(scene, lang, theme, width, async (page) => {
        const path = fileURLToPath(new URL(`web-${scene}-${lang}-${theme}-${width}.png`, pictures))
        await page.evaluate(() => scrollTo(0, 0))
        expect((await page.screenshot({ path, fullPage: true })).length).toBeGreaterThan(1000)
      })
    },
  )
})
