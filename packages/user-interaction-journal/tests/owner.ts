/** A process that opens the journal it is given, says so, and holds it until it is told to end or killed. */
import { Store } from '../src/store.ts'

const path = process.argv[2] ?? ''
await Store.open({ path, retentionMs: 1e9, maxBytes: 1e9, compactBytes: 1e9 }).then(
  () => process.stdout.write('open\n'),
  (error: unknown) => process.stdout.write(`${(error as { code: string }).code}\n`),
)
setInterval(() => {}, 1e6)
