/** The plugin: reads its script once, when it starts, and registers the scripted human as the provider. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import Schema from '@deepseek-ai/schemastery'
import { createScriptProvider } from './provider.ts'
import { parseScript, type Script, scriptOf } from './script.ts'

/** The plugin's name. */
export const name = 'user-interaction-script'

/** What must be there before it starts. */
export const inject = ['userInteraction']

/** Where the answers come from. Both may be given; `answers` win over the file. */
export interface Config {
  file?: string
  answers?: Record<string, string | string[]>
}

/** Checks and describes the {@link Config}. */
export const Config: Schema<Config> = Schema.object({
  file: Schema.string().description(
    'A file of answers by question id, as the model gets them; a relative path starts at the cordis.yml.',
  ),
  answers: Schema.dict(Schema.union([Schema.string(), Schema.array(Schema.string())])).description(
    'Answers in short, by question id: a label or a list of labels, or the text of a free-text question.',
  ),
}).description('A scripted human: answers by question id; a question it does not cover is an error.')

/**
 * Registers the scripted human.
 * @throws UserInteractionError `BAD_ANSWER` when the file cannot be read or is no answer file.
 */
export async function apply(ctx: Context, config: Config): Promise<void> {
  const script: Script = new Map([...(await readScript(ctx, config.file)), ...scriptOf(config.answers ?? {})])
  ctx.userInteraction.registerProvider(createScriptProvider(script))
}

async function readScript(ctx: Context, file: string | undefined): Promise<Script> {
  if (file === undefined) return new Map()
  const path = fileURLToPath(new URL(pathOrUrl(file), ctx.baseUrl ?? pathToFileURL(`${process.cwd()}/`)))
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UserInteractionError('BAD_ANSWER', `the answer file ${path} could not be read`, { cause: error })
  })
  return parseScript(text, path)
}

/** A path may hold characters that mean something else in a URL. */
function pathOrUrl(file: string): string {
  return file.startsWith('file:') ? file : file.split('/').map(encodeURIComponent).join('/')
}
