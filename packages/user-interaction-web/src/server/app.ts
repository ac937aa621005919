/** The routes: the page and its files, and what a person can do to an ask. The stream of events is beside them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { type Context, Hono } from 'hono'
import type { Board } from '../board.ts'
import { BoardError } from '../settling.ts'
import { parseAnswer, parseBody, WireFault, wireVersion } from '../codec.ts'
import { readBody } from './body.ts'
import { icon, renderBridge, renderClosed, renderDocument } from './document.ts'
import type { Guard } from './guard.ts'
import { entry, loadStyle, loadModules, type Modules } from './modules.ts'
import { Refusal, reply, replyError } from './reply.ts'
import type { Session } from './session.ts'
import type { Streams } from './streams.ts'

/** What the routes work on. */
export interface AppParts {
  readonly board: Board
  readonly guard: Guard
  readonly session: Session
  readonly streams: Streams
  /** The language of the page for a browser that prefers these. */
  langFor(acceptLanguage: string): Lang
}

type Env = { Bindings: HttpBindings }
type Route = Context<Env>

/** Makes the application. It listens nowhere by itself. */
export function createApp(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error) => replyError(refusalOf(error)))
  app.notFound(() => replyError(new Refusal('not_found', 'there is nothing at this address')))
  app.use(async ({ req, env }, next) => {
    parts.guard.checkHost(env.incoming.headers)
    if (req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'POST') {
      throw new Refusal('wrong_method', 'the method must be GET or POST')
    }
    await next()
  })
  addPage(app, parts)
  addActs(app, parts)
  return app
}

function addPage(app: Hono<Env>, { guard, session, langFor }: AppParts): void {
  const lang = ({ req }: Route): Lang => langFor(req.header('accept-language') ?? '')
  app.get('/', async (c) => {
    const key = c.req.query('k')
    if (key !== undefined) return enter(c.env.incoming.headers, session, key, lang(c))
    if (!session.admits(c.req.header('cookie'))) return reply(renderClosed(lang(c)), 'text/html', 401)
    return reply(renderDocument(lang(c), entry, (await loadModules()).keys()), 'text/html')
  })
  app.get('/page.css', async () => reply(await loadStyle(), 'text/css'))
  const serve = async ({ req, env }: Route): Promise<Response> => {
    guard.checkOrigin(env.incoming.headers, false)
    guard.checkCookie(env.incoming.headers)
    const text = moduleAt(await loadModules(), req.path)
    return reply(text, 'text/javascript')
  }
  app.get('/src/*', serve)
  app.get('/lib/*', serve)
  app.get('/icon.svg', () => reply(icon, 'image/svg+xml'))
}

/** The key becomes a cookie and leaves the address. A browser that comes from another site needs a step of our own. */
function enter(headers: IncomingHttpHeaders, session: Session, key: string, lang: Lang): Response {
  if (!session.opens(key)) return reply(renderClosed(lang), 'text/html', 401)
  const cookie = { 'set-cookie': session.cookie }
  if (headers['sec-fetch-site'] === 'cross-site') return reply(renderBridge(lang), 'text/html', 200, cookie)
  return reply(null, '', 303, { ...cookie, location: '/' })
}

function moduleAt(modules: Modules, path: string): string {
  const text = modules.get(path)
  if (text === undefined) throw new Refusal('not_found', 'the page has no such file')
  return text
}

function addActs(app: Hono<Env>, { board, guard }: AppParts): void {
  app.use('/asks/*', async ({ req, env }, next) => {
    if (req.method !== 'POST') throw new Refusal('wrong_method', 'the method must be POST')
    guard.checkOrigin(env.incoming.headers, true)
    guard.checkCookie(env.incoming.headers)
    guard.checkJson(env.incoming.headers)
    await next()
  })
  const act = (name: string, run: (id: string, text: string) => Promise<void>): void => {
    app.post(`/asks/:id/${name}`, async ({ req, env }) => {
      await run(req.param('id'), await readBody(env.incoming))
      return reply(JSON.stringify({ v: wireVersion, ok: true }), 'application/json')
    })
  }
  act('answer', (id, text) => {
    const { answers, agent } = parseAnswer(text)
    return board.answer(id, answers, agent)
  })
  act('decline', (id, text) => {
    parseBody(text)
    return board.decline(id)
  })
  act('draft', async (id, text) => {
    const { answers } = parseAnswer(text)
    board.saveDraft(id, answers)
  })
  act('alive', (id, text) => {
    parseBody(text)
    return board.keepAlive(id)
  })
}

/** Any error, as it may be told to whoever asks. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof BoardError) return new Refusal(error.code, error.message, error.outcome)
  if (error instanceof WireFault) return new Refusal('bad_request', error.message)
  // What went wrong inside is not for whoever asks.
  return new Refusal('failed', 'the server could not do this')
}
