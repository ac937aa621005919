/** The two directions of the codec in one place: questions into forms, replies into answers. */
export { splitBatch } from './batch.ts'
export { decodeReply, type Reply, ReplyError, saysNothing } from './decode.ts'
export { encodeForm } from './encode.ts'
