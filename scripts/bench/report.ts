/** What a bench reports, and how the table is drawn. */

/** One measured figure held against its goal. */
export interface Figure {
  /** What was measured. */
  readonly what: string
  readonly ours: string
  /** The peer's or the floor's, whichever `ratio` is against. */
  readonly against: string
  /** Ours divided by the other; absent where the figure is absolute. */
  readonly ratio?: number
  /** At most this: a ratio where there is one, else the absolute figure `value`. */
  readonly goal?: number
  readonly value?: number
}

/** Whether a figure meets its goal; a figure without one always does. */
export function meets({ ratio, value, goal }: Figure): boolean {
  return goal === undefined || (ratio ?? value ?? Infinity) <= goal
}

/** A Markdown table. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    figure.ours,
    figure.against,
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.goal === undefined ? '' : `≤ ${figure.goal}${meets(figure) ? ' ✓' : ' MISSED'}`,
  ])
  const head = ['what', 'ours', 'against', 'ratio', 'goal']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Microseconds, short. */
export function us(microseconds: number | undefined): string {
  return `${(microseconds ?? NaN).toFixed(1)} µs`
}

const [begin, end] = ['<!-- figures: written by `pnpm bench` -->', '<!-- end of figures -->']

/** The page with its figures replaced. */
export function replaceFigures(page: string, figures: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the page has no "${begin}" … "${end}"`)
  return `${before}${begin}\n\n${figures}\n\n${end}${after}`
}
