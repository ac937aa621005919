/** Addresses, the line for ssh, browsers, secrets and texts: what the server says before anybody is connected. */
import { describe, expect, it } from 'vitest'
import { addressOf, isLoopback, renderAddress, sshLine } from '../src/address.ts'
import { messages } from '../src/messages.ts'
import { canOpen, openerOf } from '../src/open.ts'
import { Session } from '../src/server/session.ts'

describe('an address', () => {
  it('is one that a browser here can open', () => {
    expect(addressOf('127.0.0.1', 80, 'a+b')).toBe('http://127.0.0.1:80/?k=a%2Bb')
    expect(addressOf('::1', 80, 'k')).toBe('http://[::1]:80/?k=k')
    expect(addressOf('0.0.0.0', 80, 'k')).toBe('http://localhost:80/?k=k')
  })

  it('comes with what to run at the other end of an ssh connection', () => {
    const env = { SSH_CONNECTION: '10.0.0.1 50000 192.0.2.7 22', USER: 'ada' }
    expect(renderAddress('http://127.0.0.1:4000/?k=k', 4000, env, messages.en)).toBe(
      'Answer in a browser: http://127.0.0.1:4000/?k=k\n'
        + 'You are connected by ssh. On your own machine first run: '
        + 'ssh -N -L 4000:127.0.0.1:4000 ada@192.0.2.7\n',
    )
    expect(sshLine({ SSH_CONNECTION: 'x y $(rm) z', USER: ';' }, 1)).toBe('ssh -N -L 1:127.0.0.1:1 HOST')
    expect(renderAddress('http://x', 1, {}, messages.zh)).toBe('请在浏览器中回答： http://x\n')
  })

  it.each(['localhost', '127.0.0.1', '127.8.8.8', '::1'])('counts %s as this machine', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', 'localhost.example', ''])('does not count %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

describe('a browser', () => {
  it('is opened where its window appears in front of the person', () => {
    expect(canOpen({}, 'darwin')).toBe(true)
    expect(canOpen({ DISPLAY: ':0' }, 'linux')).toBe(true)
    expect(canOpen({}, 'linux')).toBe(false)
    expect(canOpen({ DISPLAY: ':0', SSH_CONNECTION: 'a' }, 'linux')).toBe(false)
    expect(canOpen({ CI: 'true' }, 'darwin')).toBe(false)
  })

  it.each(['darwin', 'win32', 'linux'] as const)('gets the address as one argument on %s', (platform) => {
    expect(openerOf('http://x/?a=1&b=$(c)', platform)[1]).toContain('http://x/?a=1&b=$(c)')
  })
})

describe('a session', () => {
  it('takes a ticket once and only for a while', () => {
    let now = 0
    const session = new Session(undefined, () => now)
    const [one, two] = [session.ticket(), session.ticket()]
    expect([session.opens(one), session.opens(one)]).toEqual([true, false])
    now = 60_001
    expect(session.opens(two)).toBe(false)
    expect(session.opens(session.key)).toBe(true)
  })

  it('has other secrets than any other', () => {
    const sessions = Array.from({ length: 50 }, () => new Session(undefined))
    expect(new Set(sessions.map(({ key }) => key)).size).toBe(50)
    expect(new Set(sessions.map(({ cookieName }) => cookieName)).size).toBe(50)
    expect(sessions[0]?.admits(sessions[1]?.cookie)).toBe(false)
  })
})

describe('the texts', () => {
  it('say the same things in both languages', () => {
    const shapeOf = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return typeof value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
    }
    expect(shapeOf(messages.zh)).toEqual(shapeOf(messages.en))
  })

  it('count and tell the time in words', () => {
    const { card, waiting, announce } = messages.en
    expect([waiting(1), waiting(2)]).toEqual(['1 request waiting', '2 requests waiting'])
    expect([card.waited(59_000), card.waited(61_000), card.waited(3_720_000)]).toEqual([
      'just now',
      'waiting 1 min',
      'waiting 1 h 2 min',
    ])
    expect([card.timeLeft(61_001), card.timeLeft(3_600_000)]).toEqual(['1:02 left', '1:00:00 left'])
    expect(announce('main', 'Which?', 1)).toBe('New question from main: Which? And 1 more.')
    expect(messages.zh.announce(undefined, '选哪个？', 0)).toBe('新问题：选哪个？')
  })
})
