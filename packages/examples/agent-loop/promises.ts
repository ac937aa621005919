/**
 * `Promise.withResolvers` for Node 20, which has none: the published agent loop and its neighbours call it. It is for
 * these examples and for tests only; no published package of this workspace needs it.
 */

/** Puts it in place where it is missing. Call it before the first agent, or the loop that makes one, is there. */
export function polyfillPromises(): void {
  if ('withResolvers' in Promise) return
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, configurable: true, writable: true })
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  return { promise, resolve, reject }
}
