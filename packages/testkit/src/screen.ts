/** What a terminal shows and what state it is in, for bytes from anywhere: no process, no window. */
import xterm, { type IBufferCell, type IBufferLine, type Terminal as Emulator } from '@xterm/headless'

/** One cell of the screen. */
export interface Cell {
  /** The character, empty where nothing was written. */
  readonly text: string
  /** `default`, `palette:1` or `rgb:ff0000`. */
  readonly foreground: string
  readonly background: string
  readonly bold: boolean
  readonly dim: boolean
  readonly underline: boolean
  readonly inverse: boolean
}

/** What a program can change about a terminal besides its text. */
export interface ScreenState {
  readonly title: string
  /** What was last written to the clipboard (OSC 52), still encoded. */
  readonly clipboard: string | undefined
  readonly alternate: boolean
  /** `style` is the shape that a program last asked for (DECSCUSR); 0 is the terminal's own. */
  readonly cursor: { readonly column: number; readonly row: number; readonly visible: boolean; readonly style: number }
  /** First and last row that scroll, counted from 1. */
  readonly scrollRegion: string
  readonly bells: number
  /** Operating system commands that were obeyed, by number, beside title and clipboard: colours, links, notices. */
  readonly commands: readonly number[]
  /** The terminal's own modes, such as `bracketedPasteMode` and `mouseTrackingMode`. */
  readonly modes: Readonly<Record<string, boolean | string>>
}

/** How a screen is made. */
export interface ScreenOptions {
  readonly columns?: number
  readonly rows?: number
  /** How many rows are kept above the visible ones. Default: 5000. */
  readonly scrollback?: number
  /** Whether a line feed also returns to the first column, as behind a terminal's line discipline. Default: no. */
  readonly lineFeeds?: boolean
}

/** Numbers of operating system commands that change something, without title (0, 2) and clipboard (52). */
const commandNumbers = [1, 4, 7, 8, 9, 10, 11, 12, 104, 110, 111, 112, 133, 633, 777, 1337]

/** A terminal's screen. What it is asked it answers to `onReply`. */
export class Screen {
  private readonly emulator: Emulator
  private title = ''
  private clipboard: string | undefined
  private bells = 0
  private cursorStyle = 0
  private readonly commands: number[] = []
  /** What the terminal reports while `state` asks it. */
  private report: string | undefined

  /** @param onReply hears what the terminal answers to the program, as bytes to send to it. */
  constructor(options: ScreenOptions = {}, onReply: (reply: string) => void = () => {}) {
    const { columns = 80, rows = 24, scrollback = 5000, lineFeeds = false } = options
    this.emulator = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback,
      convertEol: lineFeeds,
      allowProposedApi: true,
    })
    this.emulator.onData((reply) => {
      if (this.report === undefined) onReply(reply)
      else this.report += reply
    })
    this.watch()
  }

  /** Resolves when all of it has been taken in. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.emulator.write(data, resolve))
  }

  /** The visible rows as text, without blanks at the end of a row and empty rows at the end. */
  text(): string {
    const {
      buffer: { active },
      rows,
    } = this.emulator
    return textOf(this.lines(active.baseY, active.baseY + rows).map((line) => line.translateToString(true)))
  }

  /** All that is kept, above the visible rows too; what wrapped at the edge is one line. */
  transcript(): string {
    const lines = this.lines(0, this.emulator.buffer.active.length)
    const pieces = lines.map((line, index) => {
      const goesOn = lines[index + 1]?.isWrapped === true
      return line.translateToString(!goesOn) + (goesOn ? '' : '\n')
    })
    return textOf(pieces.join('').split('\n'))
  }

  /** The cell of the visible screen at a column and row, counted from 0. */
  cell(column: number, row: number): Cell {
    const { active } = this.emulator.buffer
    const cell = active.getLine(active.baseY + row)?.getCell(column)
    if (!cell) throw new RangeError(`there is no cell at column ${column}, row ${row}`)
    return {
      text: cell.getChars(),
      foreground: colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
      background: colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
      ...looksOf(cell),
    }
  }

  /** Asks the terminal for its state, in its own reports where it has one. */
  async state(): Promise<ScreenState> {
    const report = await this.ask('\u001b[?25$p\u001bP$qr\u001b\\')
    const { buffer, modes } = this.emulator
    return {
      title: this.title,
      clipboard: this.clipboard,
      alternate: buffer.active.type === 'alternate',
      cursor: {
        column: buffer.active.cursorX,
        row: buffer.active.cursorY,
        visible: report.includes('\u001b[?25;1$y'),
        style: this.cursorStyle,
      },
      scrollRegion: /\$r(\d+;\d+)r/.exec(report)?.[1] ?? '',
      bells: this.bells,
      commands: [...this.commands],
      modes: { ...modes },
    }
  }

  /** Whether a program has asked for pasted text to be marked, or for the other form of the arrow keys. */
  get modes(): Readonly<Record<string, boolean | string>> {
    return { ...this.emulator.modes }
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows)
  }

  dispose(): void {
    this.emulator.dispose()
  }

  private watch(): void {
    this.emulator.onTitleChange((title) => void (this.title = title))
    this.emulator.onBell(() => void this.bells++)
    const { parser } = this.emulator
    parser.registerOscHandler(52, (data) => {
      this.clipboard = data
      return true
    })
    parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, ([style]) => {
      this.cursorStyle = Number(style)
      return false
    })
    for (const number of commandNumbers) {
      parser.registerOscHandler(number, () => {
        this.commands.push(number)
        return false
      })
    }
  }

  private async ask(question: string): Promise<string> {
    // What the program asked before is answered to the program.
    this.emulator.write('', () => void (this.report = ''))
    await this.write(question)
    const { report = '' } = this
    this.report = undefined
    return report
  }

  private lines(from: number, to: number): IBufferLine[] {
    const { active } = this.emulator.buffer
    return Array.from({ length: to - from }, (_, index) => active.getLine(from + index)).filter(
      (line) => line !== undefined,
    )
  }
}

function looksOf(cell: IBufferCell): Pick<Cell, 'bold' | 'dim' | 'underline' | 'inverse'> {
  return {
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  }
}

function colorOf(isDefault: boolean, isRgb: boolean, color: number): string {
  if (isDefault) return 'default'
  return isRgb ? `rgb:${color.toString(16).padStart(6, '0')}` : `palette:${color}`
}

function textOf(rows: readonly string[]): string {
  return rows
    .map((row) => row.trimEnd())
    .join('\n')
    .replace(/\n+$/, '')
}
