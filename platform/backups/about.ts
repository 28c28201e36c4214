import * as z from 'zod'
import { BackupFault } from './backup-fault.ts'

/** Raised when an older version could not read what this one writes. */
const FORMAT = 1

/** The first entry of a backup: what it takes to know whether it can be restored here. */
export const ABOUT = 'about.json'
/** The entry behind everything of the database: how much there was. */
export const COUNTS = 'counts.json'

const TABLE = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
export type CopiedTable = z.infer<typeof TABLE>

const ABOUT_SHAPE = z.object({
  format: z.number(),
  /** The moment that the backup shows, by the database's clock. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** Of the product, whose tables these are; versions before 1.0 did not say. */
  version: z.string().optional(),
  migrations: z.array(z.string()),
  /** What the database remembers of the site it belongs to. */
  marks: z.record(z.string(), z.string()),
  tables: z.array(TABLE),
})
export type About = z.infer<typeof ABOUT_SHAPE>

const COUNTS_SHAPE = z.object({
  /** Rows by the name of the table. */
  rows: z.record(z.string(), z.number()),
  /** The last number that was given out; null if none was. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() })),
})
export type Counts = z.infer<typeof COUNTS_SHAPE>

export const writeAbout = (about: Omit<About, 'format'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, ...about }, null, 1)}\n`)

export const writeCounts = (counts: Counts): Buffer => Buffer.from(`${JSON.stringify(counts, null, 1)}\n`)

export function readAbout(content: Buffer): About {
  const { format } = z.object({ format: z.number() }).parse(JSON.parse(content.toString()))
  if (format !== FORMAT) {
    throw new BackupFault(
      `This backup has format ${format}, and this version reads ${FORMAT}. Restore it with the version that took it.`,
    )
  }
  return ABOUT_SHAPE.parse(JSON.parse(content.toString()))
}

export const readCounts = (content: Buffer): Counts => COUNTS_SHAPE.parse(JSON.parse(content.toString()))

export const nameOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`
