import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Database } from '#platform/postgres/database.ts'
import { type BlobStore, discardBlob } from '../stores/blob-store.ts'
import {
  addPart,
  createUpload,
  deleteUpload,
  findUpload,
  listParts,
  type NewUpload,
  type ResumableUpload,
} from './upload-rows.ts'

/** Bytes after which what has arrived is stored, so that a crash or a dead connection loses no more. */
const PART_BYTES = 1024 * 1024
/** The protocol's: a phone that was off over night goes on in the morning. */
const LIFETIME_MS = 24 * 3_600_000

interface PartStoreOptions {
  database: Database
  store: BlobStore
  /** Parts of this process that are being stored, by upload: a request whose line was cut has not ended with it. */
  storing: Map<string, Promise<unknown>>
  /** Whether the caller of this request may continue an upload: others do not exist for it. */
  claim(upload: ResumableUpload): Promise<boolean>
  /** The row of the upload that `create` is called for. */
  planned(upload: Upload): NewUpload
  /** Checks and stores the whole file, and finishes its upload in the same transaction. Throws if it is refused. */
  finish(upload: ResumableUpload, bytes: Uint8Array): Promise<void>
}

/**
 * Parts of unfinished uploads in the blob store, so that any process of the site can continue them. The last part is
 * never stored: with it the file is complete, is checked like any upload, and becomes an object or is refused. Until
 * then the client is told that the last part is missing, and sends it again after a failure.
 */
export class PartStore extends DataStore {
  readonly #options: PartStoreOptions
  /** The error of a part that was not stored. The library replaces it if the body is still arriving. */
  failure: unknown

  constructor(options: PartStoreOptions) {
    super()
    this.#options = options
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { database, planned, finish } = this.#options
    const row = planned(upload)
    await createUpload(database, row, LIFETIME_MS)
    if (row.size === 0) await finish(await this.#find(row.id), new Uint8Array(0))
    return upload
  }

  /** Throws if there is no such upload for the caller. */
  async check(id: string): Promise<void> {
    await this.#find(id)
  }

  override async getUpload(id: string): Promise<Upload> {
    await this.#options.storing.get(id)
    const { size, received, metadata, createdAt } = await this.#find(id)
    return new Upload({ id, size, offset: received, metadata, creation_date: createdAt.toISOString() })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#find(id)
    // A client whose response was lost sends nothing more.
    if (upload.isFinished) return upload.size
    let received = offset
    let chunks: Buffer[] = []
    let size = 0
    const flush = async () => {
      if (size === 0) return
      const bytes = Buffer.concat(chunks, size)
      chunks = []
      size = 0
      await this.#store(upload, received, bytes)
      received += bytes.length
    }
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        size += chunk.length
        if (size >= PART_BYTES && received + size < upload.size) await flush()
      }
    } catch (error) {
      // The connection was cut: what has arrived need not be sent again.
      if (received + size < upload.size) await flush()
      throw error
    }
    await flush()
    return received
  }

  override async remove(id: string): Promise<void> {
    const { database, store } = this.#options
    await this.#find(id)
    const blobs = await listParts(database, id)
    await deleteUpload(database, id)
    for (const blob of blobs) await discardBlob(store, blob)
  }

  override getExpiration(): number {
    return LIFETIME_MS
  }

  async #find(id: string): Promise<ResumableUpload> {
    const upload = UPLOAD_ID.test(id) ? await findUpload(this.#options.database, id) : null
    if (!upload || !(await this.#options.claim(upload))) throw ERRORS.FILE_NOT_FOUND
    if (upload.expiresAt.getTime() < Date.now()) throw ERRORS.FILE_NO_LONGER_EXISTS
    return upload
  }

  async #store(upload: ResumableUpload, start: number, bytes: Uint8Array): Promise<void> {
    const { storing } = this.#options
    const isLast = start + bytes.length === upload.size
    const work = isLast ? this.#complete(upload, start, bytes) : this.#add(upload.id, start, bytes)
    const settled = work.catch((error: unknown) => {
      this.failure = error
    })
    storing.set(upload.id, settled)
    try {
      await work
    } finally {
      if (storing.get(upload.id) === settled) storing.delete(upload.id)
    }
  }

  async #add(id: string, start: number, bytes: Uint8Array): Promise<void> {
    const { database, store } = this.#options
    const blob = await store.write(bytes)
    // If this throws, the row may have been written nevertheless; a blob without a row is swept.
    if (await addPart(database, id, { start, size: bytes.length, blob })) return
    await discardBlob(store, blob)
    throw ERRORS.INVALID_OFFSET
  }

  async #complete(upload: ResumableUpload, start: number, last: Uint8Array): Promise<void> {
    const { database, store, finish } = this.#options
    const blobs = await listParts(database, upload.id)
    const whole = new Uint8Array(upload.size)
    let at = 0
    for (const blob of blobs) {
      const part = await store.read(blob)
      if (!part || at + part.length > start) throw ERRORS.FILE_NOT_FOUND
      whole.set(part, at)
      at += part.length
    }
    // Another request has continued the upload.
    if (at !== start) throw ERRORS.INVALID_OFFSET
    whole.set(last, at)
    await finish({ ...upload, received: start }, whole)
    for (const blob of blobs) await discardBlob(store, blob)
  }
}

const UPLOAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
