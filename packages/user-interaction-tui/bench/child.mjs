/** One question with so many options, asked in a terminal by the contender that the first argument names. */
const [who, count] = process.argv.slice(2)
const labels = Array.from({ length: Number(count) }, (_, index) => `file-${index + 1}`)
const question = 'Which file?'

const ask = {
  async ours() {
    const { createTuiProvider } = await import('@deepseek-ai/dsh-user-interaction-tui/provider')
    const provider = createTuiProvider({ input: process.stdin, output: process.stdout })
    const { signal } = new AbortController()
    const questions = [{ id: 'f', question, options: labels.map((label) => ({ label })) }]
    await provider.ask({ questions }, { id: '1', askedAt: Date.now(), signal, keepAlive() {} })
  },
  async inquirer() {
    const { select } = await import('@inquirer/prompts')
    await select({ message: question, choices: labels.map((label) => ({ value: label })) })
  },
  async clack() {
    const { select } = await import('@clack/prompts')
    await select({ message: question, options: labels.map((label) => ({ value: label, label })) })
  },
}
await ask[who]()
