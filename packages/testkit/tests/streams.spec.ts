import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { createLinkedPair } from '../src/index.ts'

describe('a linked pair', () => {
  it('brings to one end what the other writes, both ways', async () => {
    const [program, person] = createLinkedPair()
    program.output.write('Proceed? ')
    person.output.write('yes\n')
    expect([program.sent, person.received]).toEqual(['Proceed? ', 'Proceed? '])
    expect([person.sent, program.received]).toEqual(['yes\n', 'yes\n'])
    const [line] = (await once(createInterface({ input: program.input }), 'line')) as [string]
    expect(line).toBe('yes')
  })

  it('keeps characters whole whatever the chunks they come in', () => {
    const [program, person] = createLinkedPair()
    for (const byte of Buffer.from('für 审计 👩‍💻')) person.output.write(Buffer.from([byte]))
    expect(program.received).toBe('für 审计 👩‍💻')
  })

  it('does not wait for a reader', () => {
    const [program, person] = createLinkedPair()
    program.output.write('x'.repeat(1_000_000))
    expect(person.received).toHaveLength(1_000_000)
  })

  it.each(['end', 'destroy'] as const)('ends the input of the other when an output does: %s', async (how) => {
    const [program, person] = createLinkedPair()
    person.output.write('last words')
    person.output[how]()
    const read: string[] = []
    for await (const chunk of program.input) read.push(String(chunk))
    expect(read.join('')).toBe('last words')
  })

  it('counts the listeners that others have, and no others', () => {
    const [program] = createLinkedPair()
    expect(program.listeners()).toBe(0)
    const lines = createInterface({ input: program.input })
    const hear = (): void => {}
    program.output.on('error', hear)
    expect(program.listeners()).toBeGreaterThan(1)
    program.output.off('error', hear)
    lines.close()
    expect(program.listeners()).toBe(0)
  })
})

describe('an end that passes for a terminal', () => {
  it('says so, has a size, and can be made raw; the other end is none', () => {
    const [{ input, output }, person] = createLinkedPair({ terminal: { columns: 40, rows: 10 } })
    expect([input.isTTY, output.isTTY, output.columns, output.rows]).toEqual([true, true, 40, 10])
    expect(input.isRaw).toBe(false)
    expect(input.setRawMode?.(true)).toBe(input)
    expect(input.isRaw).toBe(true)
    expect([person.input.isTTY, person.output.isTTY, person.output.columns, person.input.setRawMode]).toEqual([
      false,
      false,
      undefined,
      undefined,
    ])
  })

  it('tells of another size', () => {
    const [program] = createLinkedPair({ terminal: { columns: 40, rows: 10 } })
    const heard: unknown[] = []
    program.output.on('resize', () => heard.push([program.output.columns, program.output.rows]))
    program.resize(18, 5)
    expect(heard).toEqual([[18, 5]])
  })
})
