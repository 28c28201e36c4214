import * as z from 'zod'
import { BackupFault } from './backup-fault.ts'

/** Format version; incremented when older versions cannot read the new format. */
const FORMAT = 1

/** First entry of a backup: the data that decides whether it can be restored here. */
export const MANIFEST = 'about.json'
/** Entry that follows the database's: row counts and sequence values. */
export const COUNTS = 'counts.json'

const TABLE_SHAPE = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
export type CopiedTable = z.infer<typeof TABLE_SHAPE>

const MANIFEST_SHAPE = z.object({
  format: z.number(),
  /** Time of the snapshot, by the database's clock. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** Version of the product; absent before 1.0. */
  version: z.string().optional(),
  migrations: z.array(z.string()),
  /** The site identity stored in the database. */
  marks: z.record(z.string(), z.string()),
  tables: z.array(TABLE_SHAPE),
})
export type BackupManifest = z.infer<typeof MANIFEST_SHAPE>

const COUNTS_SHAPE = z.object({
  /** Row counts by qualified table name. */
  rows: z.record(z.string(), z.number()),
  /** The last value of the sequence; null if it is unused. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() })),
})
export type Counts = z.infer<typeof COUNTS_SHAPE>

export const encodeManifest = (manifest: Omit<BackupManifest, 'format'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`)

export const encodeCounts = (counts: Counts): Buffer => Buffer.from(`${JSON.stringify(counts, null, 1)}\n`)

export function parseManifest(content: Buffer): BackupManifest {
  const { format } = z.object({ format: z.number() }).parse(JSON.parse(content.toString()))
  if (format !== FORMAT) {
    throw new BackupFault(
      `This backup has format ${format}, and this version reads ${FORMAT}. Restore it with the version that took it.`,
    )
  }
  return MANIFEST_SHAPE.parse(JSON.parse(content.toString()))
}

export const parseCounts = (content: Buffer): Counts => COUNTS_SHAPE.parse(JSON.parse(content.toString()))

export const qualifiedName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`
