import type { FileHandle } from 'node:fs/promises'

/** One file in an archive, small enough to hold in memory: tables are split into parts. */
export interface ArchiveEntry {
  name: string
  content: Buffer
}

const BLOCK = 512
const NAME = { at: 0, length: 100 }
const SIZE = { at: 124, length: 12 }
const SUM = { at: 148, length: 8 }
/** Two zero blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** Encodes an entry in the ustar format, readable by its owner only. */
export function tarEntry({ name, content }: ArchiveEntry, at: Date): Buffer {
  if (Buffer.byteLength(name) > NAME.length) throw new Error(`${name} is too long a name for an archive`)
  const head = Buffer.alloc(BLOCK)
  head.write(name, NAME.at)
  head.write('0000600\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(octal(content.length, SIZE.length), SIZE.at)
  head.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  head.write('0', 156)
  head.write('ustar\x0000', 257, 'latin1')
  head.write(octal(headerSum(head), SUM.length), SUM.at)
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return Buffer.concat([head, content, padding])
}

/** Reads the entries in order. Throws a `CorruptArchive` if the file is not an archive or ends too early. */
export async function* tarEntries(file: FileHandle): AsyncGenerator<ArchiveEntry> {
  for (let at = 0; ; ) {
    const head = await readExactly(file, at, BLOCK)
    if (head.equals(TAR_END.subarray(0, BLOCK))) return
    const size = Number.parseInt(textAt(head, SIZE), 8)
    if (Number.parseInt(textAt(head, SUM), 8) !== headerSum(head) || !(size >= 0)) throw new CorruptArchive('damaged')
    yield { name: textAt(head, NAME), content: await readExactly(file, at + BLOCK, size) }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

export class CorruptArchive extends Error {
  readonly reason: 'damaged' | 'cut short'
  constructor(why: 'damaged' | 'cut short') {
    super(`The archive is ${why}`)
    this.reason = why
  }
}

async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new CorruptArchive('cut short')
    done += bytesRead
  }
  return bytes
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

const textAt = (head: Buffer, { at, length }: { at: number; length: number }) =>
  head.toString('utf8', at, at + length).replace(/\0.*$/s, '')

/** Sum of the header's bytes, with the checksum field read as spaces. */
function headerSum(head: Buffer): number {
  let sum = 8 * 0x20
  for (const [index, byte] of head.entries()) if (index < SUM.at || index >= SUM.at + SUM.length) sum += byte
  return sum
}
