/** Works through a list, a few at a time. */

/** Calls `work` for each item in order, at most `width` at a time; resolves with the results in the items' order. */
export async function mapPool<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const next = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: width }, next))
  return results
}
