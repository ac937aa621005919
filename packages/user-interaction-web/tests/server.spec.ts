/** The server over real sockets: who is let in, what is refused and in which words, and what settles an ask. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createWebProvider } from '../src/provider.ts'
import { choose, Desk, store } from './wire.ts'

const desks: Desk[] = []

async function open(options?: Parameters<typeof Desk.open>[0]): Promise<Desk> {
  const desk = await Desk.open(options)
  desks.push(desk)
  return desk
}

afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.provider.close()
})

describe('the address', () => {
  it('turns its key into a cookie of this server and leaves the URL', async () => {
    const desk = await open()
    const { status, headers } = await desk.call(`/${desk.address.search}`, { headers: { cookie: undefined } })
    expect(status).toBe(303)
    expect(headers.location).toBe('/')
    expect(headers['set-cookie']?.[0]).toMatch(/^ask-user-[\w-]{12}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(headers['set-cookie']?.[0]).not.toContain(desk.address.searchParams.get('k'))
    expect((await desk.call('/')).status).toBe(200)
  })

  it('gives each server a cookie name of its own, so that two do not log each other out', async () => {
    const [one, two] = [await open(), await open()]
    expect(one.cookie.split('=')[0]).not.toBe(two.cookie.split('=')[0])
    const both = { headers: { cookie: `${one.cookie}; ${two.cookie}` } }
    expect([(await one.call('/', both)).status, (await two.call('/', both)).status]).toEqual([200, 200])
  })

  it('goes on by a step of its own for whoever comes from another site', async () => {
    const desk = await open()
    const call = { headers: { cookie: undefined, 'sec-fetch-site': 'cross-site' } }
    const { status, headers, text } = await desk.call(`/${desk.address.search}`, call)
    expect(status).toBe(200)
    expect(headers['set-cookie']).toHaveLength(1)
    expect(text).toContain('http-equiv="refresh" content="0; url=/"')
  })

  it.each(['?k=', '?k=guess', ''])('shows a locked page, and nothing of a question, for /%s', async (search) => {
    const desk = await open()
    desk.ask([store])
    const { status, headers, text } = await desk.call(`/${search}`, { headers: { cookie: undefined } })
    expect(status).toBe(401)
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).toContain('This page is locked')
    expect(text).not.toContain(store.question)
  })

  it('opens a browser with a key that works once, and not while a page is open', async () => {
    const opened: string[] = []
    const desk = await open({ open: (address) => opened.push(address) })
    desk.ask([store])
    desk.ask([store])
    expect(opened).toHaveLength(1)
    const { search } = new URL(opened[0] ?? '')
    expect(search).not.toBe(desk.address.search)
    const visits = [await desk.call(`/${search}`), await desk.call(`/${search}`)]
    expect(visits.map(({ status }) => status)).toEqual([303, 401])
  })

  it('demands a token of its own choosing where other machines can reach it', () => {
    expect(() => createWebProvider({ host: '0.0.0.0' })).toThrow(/host "0\.0\.0\.0" .* a token must be set/)
    expect(() => createWebProvider({ host: '0.0.0.0', token: 'short' })).toThrow(/at least 16 characters, got 5/)
    expect(() => createWebProvider({ host: '::1' })).not.toThrow()
  })

  it('keeps a browser known to a server that starts anew with the same token', async () => {
    const token = 'correct horse battery staple'
    const first = await open({ token })
    await first.provider.close()
    const second = await open({ token })
    expect(second.address.searchParams.get('k')).toBe(token)
    expect((await second.call('/', { headers: { cookie: first.cookie } })).status).toBe(200)
  })
})

describe('every response', () => {
  it.each(['/', '/page.css', '/src/page/main.js', '/nowhere', '/asks/x/answer'])(
    'to %s keeps to itself',
    async (path) => {
      const { headers } = await (await open()).call(path)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )
})

describe('the guard', () => {
  const evil = [
    ['another name in Host', { host: 'evil.example' }],
    ['another name with our port', { host: 'evil.example:80' }],
    ['a name that begins like ours', { host: 'localhost.evil.example' }],
    ['another Origin', { origin: 'http://evil.example' }],
    ['our name at another port as Origin', { origin: 'http://127.0.0.1:1' }],
    ['a null Origin', { origin: 'null' }],
    ['no Origin', { origin: undefined }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', { 'sec-fetch-site': 'same-site' }],
  ] as const

  it.each(evil)('refuses an answer with %s, which settles nothing', async (_, headers) => {
    const desk = await open()
    const ask = desk.ask([store])
    const { status, error } = await desk.post(ask.id, 'answer', choose('Files'), { headers })
    expect([status, error.code]).toEqual([403, 'forbidden'])
    expect((await desk.post(ask.id, 'answer', choose('Redis'))).status).toBe(200)
    await expect(ask.outcome).resolves.toEqual({ answers: [{ id: 'store', selected: ['Redis'] }] })
  })

  it('refuses a request without a Host', async () => {
    expect((await (await open()).call('/', { headers: { host: '' } })).status).toBe(400)
  })

  it.each(['/events', '/src/page/main.js'])('refuses %s to another site and without the cookie', async (path) => {
    const desk = await open()
    const statuses = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://evil.example' },
      { host: 'evil.example' },
      { cookie: undefined },
      { cookie: `${desk.cookie}x` },
      { cookie: desk.cookie.replace(/=.*/, '=') },
    ].map(async (headers) => (await desk.call(path, { headers })).status)
    expect(await Promise.all(statuses)).toEqual([403, 403, 403, 401, 401, 401])
  })

  it.each(['localhost:4000', '127.0.0.1', '[::1]:9', 'LOCALHOST'])(
    'lets in %s, whatever port is forwarded',
    async (host) => {
      const desk = await open()
      const ask = desk.ask([store])
      const headers = { host, origin: `http://${host.toLowerCase()}` }
      expect((await desk.post(ask.id, 'answer', choose('Files'), { headers })).status).toBe(200)
    },
  )

  it('lets in the hosts that Config allows, also behind https', async () => {
    const desk = await open({ allowedHosts: ['Box.example'] })
    const ask = desk.ask([store])
    const headers = { host: 'box.example', origin: 'https://box.example' }
    expect((await desk.post(ask.id, 'answer', choose('Files'), { headers })).status).toBe(200)
  })

  it('refuses every other method', async () => {
    const desk = await open()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await desk.call('/asks/x/answer', { method })).error.code).toBe('wrong_method')
    }
    expect((await desk.call('/asks/x/answer')).status).toBe(405)
  })
})

describe('an answer', () => {
  it('settles the ask once, whoever sends it, and says who came second', async () => {
    const desk = await open()
    const ask = desk.ask([store])
    const replies = await Promise.all(['Files', 'SQLite'].map((label) => desk.post(ask.id, 'answer', choose(label))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = replies.findIndex(({ status }) => status === 200)
    await expect(ask.outcome).resolves.toEqual({ answers: [{ id: 'store', selected: [['Files', 'SQLite'][won]] }] })
    expect(replies[1 - won]?.error).toMatchObject({ code: 'settled', outcome: 'answered' })
  })

  it('is a JSON 404 for an id that nobody knows and for a route that there is not', async () => {
    const desk = await open()
    const ask = desk.ask([store])
    for (const [id, what] of [
      ['nope', 'answer'],
      [ask.id, 'anwser'],
      ['__proto__', 'decline'],
      ['..', 'answer'],
    ] as const) {
      const { status, error } = await desk.post(id, what, choose('Files'))
      expect([status, error.code]).toEqual([404, 'not_found'])
    }
  })

  it.each([
    ['ASK_ABORTED', 'aborted'],
    ['ASK_EXPIRED', 'expired'],
    ['PROVIDER_GONE', 'failed'],
  ] as const)('comes too late after %s, and is told how it ended', async (code, outcome) => {
    const { UserInteractionError } = await import('@deepseek-ai/dsh-user-interaction')
    const desk = await open()
    const ask = desk.ask([store])
    ask.abort(new UserInteractionError(code))
    const { status, error } = await desk.post(ask.id, 'answer', choose('Files'))
    expect([status, error]).toEqual([
      409,
      { code: 'settled', outcome, message: `this ask is over already: ${outcome}` },
    ])
    await expect(ask.outcome).resolves.toBe(code)
  })

  it('reports success only when the seam took it', async () => {
    const { UserInteractionError } = await import('@deepseek-ai/dsh-user-interaction')
    const desk = await open()
    const ask = desk.ask([store])
    // The asker gives up in the same turn in which the answer arrives, and before the seam has looked at it.
    void ask.outcome.then(() => ask.abort(new UserInteractionError('ASK_ABORTED')))
    expect((await desk.post(ask.id, 'answer', choose('Files'))).error.outcome).toBe('aborted')
  })

  const bad: [string, unknown, string][] = [
    ['no version', { answers: [] }, 'v must be the number 1, got nothing'],
    ['another version', { v: 2, answers: [] }, 'v must be the number 1, got 2'],
    ['no answers', { v: 1 }, 'answers must be an array, got nothing'],
    ['a list', [], 'the body must be a JSON object, got an array'],
    ['an agent of a wrong type', { v: 1, agent: 7, answers: [] }, 'agent must be a string, got 7'],
    [
      'an unknown label',
      choose('Paper'),
      'answers[0].selected[0] must be one of the labels of question "store", got a string',
    ],
    [
      'an unknown question',
      choose('Files', 'colour'),
      'answers[0].id must be the id of an asked question, got a string',
    ],
    [
      'text that is no text',
      { v: 1, answers: [{ id: 'store', selected: [], custom: 5 }] },
      'answers[0].custom must be a string, got a number',
    ],
    [
      'two labels',
      { v: 1, answers: [{ id: 'store', selected: ['Files', 'Redis'] }] },
      'answers[0].selected must hold at most one label, got 2',
    ],
  ]

  it.each(bad)('with %s is an error that names the path, and the ask stays open', async (_, body, message) => {
    const desk = await open()
    const ask = desk.ask([store])
    const { status, error } = await desk.post(ask.id, 'answer', body)
    expect([status, error.message]).toEqual([400, message])
    expect((await desk.post(ask.id, 'decline', { v: 1 })).status).toBe(200)
    await expect(ask.outcome).resolves.toBe('ASK_CANCELLED')
  })

  it('never repeats a word of a person in an error', async () => {
    const desk = await open()
    const ask = desk.ask([store])
    const secret = 'between you and me'
    const bodies = [
      choose(secret),
      { v: 1, answers: [{ id: secret, selected: [] }] },
      { v: secret },
      { v: 1, answers: secret },
    ]
    for (const body of bodies) expect((await desk.post(ask.id, 'answer', body)).text).not.toContain(secret)
    const broken = await desk.call(`/asks/${ask.id}/answer`, { method: 'POST', body: `{"${secret}` })
    expect(broken.error.message).toBe('the body must be JSON, got a string')
  })

  it('is JSON, and of a size that a person types', async () => {
    const desk = await open()
    const ask = desk.ask([store])
    const as = (type: string | undefined) =>
      desk.post(ask.id, 'answer', choose('Files'), { headers: { 'content-type': type } })
    expect((await as('text/plain')).status).toBe(415)
    expect((await as('application/x-www-form-urlencoded')).status).toBe(415)
    expect((await as('application/jsonp')).status).toBe(415)
    expect((await as(undefined)).status).toBe(415)
    const large = { v: 1, answers: [{ id: 'store', selected: [], custom: 'x'.repeat(2 ** 20) }] }
    const { status, error } = await desk.post(ask.id, 'answer', large)
    expect([status, error.code]).toEqual([413, 'too_large'])
    expect((await as('application/json; charset=utf-8')).status).toBe(200)
  })

  it('goes to the ask that its id names, and not to one that another agent asked', async () => {
    const desk = await open()
    const child = desk.ask([store], { agent: 'child' })
    const wrong = await desk.post(child.id, 'answer', { ...choose('Files'), agent: 'main' })
    expect([wrong.status, wrong.error.code]).toEqual([409, 'wrong_agent'])
    expect((await desk.post(child.id, 'answer', { ...choose('Files'), agent: 'child' })).status).toBe(200)
  })

  it('is no text of its own where only options are answers', async () => {
    const desk = await open({ onlyOptions: true })
    const ask = desk.ask([store, { id: 'why', question: 'Why?' }])
    const words = {
      v: 1,
      answers: [
        { id: 'why', selected: [], custom: 'so' },
        { id: 'store', selected: [], custom: 'no' },
      ],
    }
    expect((await desk.post(ask.id, 'answer', words)).error.message).toContain('only the options are answers here')
    expect((await desk.post(ask.id, 'answer', { v: 1, answers: [words.answers[0]] })).status).toBe(200)
  })
})

describe('a sign of life', () => {
  it('restarts the deadline and settles nothing', async () => {
    const desk = await open()
    const ask = desk.ask([store], { deadlineAt: Date.now() + 60_000 })
    expect((await desk.post(ask.id, 'alive', { v: 1 })).status).toBe(200)
    expect(ask.signs()).toBe(1)
    expect((await desk.post(ask.id, 'answer', choose('Files'))).status).toBe(200)
    expect((await desk.post(ask.id, 'alive', { v: 1 })).status).toBe(409)
  })
})

describe('the life of a server', () => {
  it('is answerable while it listens', async () => {
    const seen: boolean[] = []
    const provider = createWebProvider({ flushMs: 50 })
    const stop = provider.watchAnswerable((answerable) => seen.push(answerable))
    await provider.listen()
    await provider.close()
    stop()
    expect(seen).toEqual([false, true, false])
  })

  it('asks nobody before it listens and after it has closed', async () => {
    const provider = createWebProvider()
    const pending = { id: 'a', signal: new AbortController().signal, askedAt: 0, keepAlive: () => {} }
    await expect(provider.ask({ questions: [store] }, pending)).rejects.toThrow('listen() comes first')
    await provider.close()
    await expect(provider.ask({ questions: [store] }, pending)).rejects.toMatchObject({ code: 'PROVIDER_GONE' })
    await expect(provider.listen()).rejects.toMatchObject({ code: 'PROVIDER_GONE' })
  })

  it('says that a port is taken', async () => {
    const { provider } = await open()
    const second = createWebProvider({ port: provider.port ?? 0 })
    await expect(second.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await second.close()
  })

  it('answers whoever has connected when it ends and only then sends a request', async () => {
    const desk = await open()
    const ask = desk.ask([store])
    const sockets = await Promise.all(
      [1, 2, 3].map(async () => {
        const socket = connect(Number(desk.address.port), '127.0.0.1')
        await once(socket, 'connect')
        return socket
      }),
    )
    const closed = desk.provider.close()
    const body = JSON.stringify(choose('Files'))
    const head = [
      `POST /asks/${ask.id}/answer HTTP/1.1`,
      `Host: ${desk.address.host}`,
      `Origin: ${desk.address.origin}`,
      `Cookie: ${desk.cookie}`,
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${body.length}`,
    ]
    const replies = sockets.map(async (socket) => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
      let text = ''
      for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
      return text.split('\r\n')[0]
    })
    await expect(Promise.all(replies)).resolves.toEqual(Array(3).fill('HTTP/1.1 409 Conflict'))
    await closed
  })

  it.each(['onAsk', 'open'] as const)('has nothing up where %s throws, and rejects with that', async (name) => {
    const desk = await open({
      [name]: () => {
        throw new Error('the bell is broken')
      },
    })
    const ask = desk.ask([store])
    await expect(ask.outcome).resolves.toMatchObject({ message: 'the bell is broken' })
    expect((await desk.post(ask.id, 'answer', choose('Files'))).status).toBe(404)
    ask.abort()
  })

  it('frees the port at once, whoever is still connected', async () => {
    const desk = await open()
    const socket = connect(Number(desk.address.port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    await desk.provider.close()
    const again = createWebProvider({ port: Number(desk.address.port) })
    await expect(again.listen()).resolves.toContain(desk.address.port)
    await again.close()
    socket.destroy()
  })
})
