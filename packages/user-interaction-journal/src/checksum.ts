/** CRC-32, as zip and gzip have it: finds every flipped bit. Over part of a buffer, without a view of it. Pure. */

const table = Int32Array.from({ length: 256 }, (_entry, index) => {
  let rest = index
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** The checksum of the bytes from `start` up to `end`. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let rest = -1
  for (let at = start; at < end; at++) rest = (table[(rest ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8)
  return ~rest >>> 0
}
