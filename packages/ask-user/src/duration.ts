/** Lengths of time as people type them. Pure. */

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Reads `500ms`, `30s`, `5m` or `1.5h` as milliseconds; undefined for anything else, nothing and infinity included. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? []
  const ms = Math.round(Number(number) * (units[unit ?? ''] ?? NaN))
  return ms > 0 && Number.isSafeInteger(ms) ? ms : undefined
}
