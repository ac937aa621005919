/** Who a plugin is part of, and when any of them unloads: before its own disposers run, so what it does then is late. */
import type { Context, Fiber } from '@deepseek-ai/cordis'

/** A fiber and all it is part of. Any of them unloading takes it along. */
export type Lineage = ReadonlySet<Fiber>

/** A fiber's state while it unloads; Cordis declares its states as a const enum, which no importer can read. */
const UNLOADING = 5

export function lineageOf(fiber: Fiber): Lineage {
  const lineage = new Set<Fiber>()
  for (let current = fiber; !lineage.has(current); current = current.parent.fiber) lineage.add(current)
  return lineage
}

/** Whether the fiber unloads or has been disposed. */
export function isEnding(fiber: Fiber): boolean {
  return fiber.state === UNLOADING || fiber.uid === null
}

/** Hears of every fiber that begins to unload, for as long as the plugin of `ctx` runs. */
export function watchUnloads(ctx: Context, unloads: (fiber: Fiber) => void): void {
  ctx.on(
    'internal/status',
    (fiber) => {
      if (fiber.state === UNLOADING) unloads(fiber)
    },
    { global: true },
  )
}
