import { browserApi } from '#web/session/browser-api.ts'
import { freshAccessToken } from '#web/session/tokens/access-token.ts'
import { tokenSubject } from '#web/session/tokens/token-subject.ts'
import { type FieldUpload, startUpload, type UploadTarget } from './field-upload.ts'
import { endUpload, type FileInParts, readStored, sendInParts } from './send-in-parts.ts'
import { shrinkFile } from './shrink-photo.ts'
import { hashOfPicture } from './stored-picture.ts'
import { listFiles, removeFile, saveFile, type UnsentFile } from './unsent-files.ts'
import { uploadFault } from './upload-faults.ts'

interface Job {
  id: string
  file: File
  /** Stored on this device, once it is prepared. */
  unsent: UnsentFile | null
  ending: AbortController
  /** Ends the claim of this tab on the file. */
  release(): void
}

type StoredFile = Pick<FieldUpload, 'name' | 'colour'>

interface UploadSteps extends Pick<FileInParts, 'onWaiting' | 'signal'> {
  id: string
  save(change: Partial<UnsentFile>): void
}

/** Statuses of a file that would be refused again. */
const NEVER_TAKEN = new Set([400, 413, 415, 422])

interface QueueEvents {
  onChange(id: string, change: Partial<FieldUpload>): void
  /** A file that an earlier view of the page has left. */
  onFound(upload: FieldUpload): void
}

/** Uploads the files of one field, one at a time. Loaded with the first file. */
export class UploadQueue {
  readonly #target: UploadTarget
  readonly #events: QueueEvents
  readonly #jobs = new Map<string, Job>()
  #line: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(target: UploadTarget, events: QueueEvents) {
    this.#target = target
    this.#events = events
  }

  async add(id: string, file: File): Promise<void> {
    const job: Job = { id, file, unsent: null, ending: new AbortController(), release: () => undefined }
    this.#jobs.set(id, job)
    job.release = (await claim(id)) ?? job.release
    this.#enqueue(job)
  }

  /** Goes on with the files that an earlier view of the page has left. */
  async restore(): Promise<void> {
    const person = tokenSubject(await freshAccessToken())
    for (const unsent of await listFiles(this.#target.place, person)) {
      const { id, file } = unsent
      const release = this.#isStopped || this.#jobs.has(id) ? null : await claim(id)
      // Another tab has it.
      if (!release) continue
      const job: Job = { id, file, unsent, ending: new AbortController(), release }
      this.#jobs.set(id, job)
      this.#events.onFound(startUpload(file, id))
      this.#enqueue(job)
    }
  }

  retry(id: string): void {
    const job = this.#jobs.get(id)
    if (!job) return
    this.#events.onChange(id, { state: 'sending', fault: null })
    this.#enqueue(job)
  }

  /** Forgets a file, and deletes what the server has of it. */
  remove(id: string): void {
    const unsent = this.#jobs.get(id)?.unsent
    this.#drop(id)
    // A picture that is named by its content may be one that something shows.
    if (unsent?.isStored && !this.#target.isNamedByContent)
      void browserApi().files.remove({ bucket: this.#target.bucket, name: unsent.name })
    else if (unsent?.address && !unsent.isStored) void endUpload(unsent.address)
  }

  /** Forgets the stored files on this device, because their form is being sent. */
  forgetFiles(): void {
    for (const [id, { unsent }] of this.#jobs) if (unsent?.isStored) this.#drop(id)
  }

  /** Stops sending. The files stay on this device. */
  stop(): void {
    this.#isStopped = true
    for (const { ending, release } of this.#jobs.values()) {
      ending.abort()
      release()
    }
  }

  #drop(id: string): void {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    job?.ending.abort()
    job?.release()
    void removeFile(id).catch(() => undefined)
  }

  #enqueue(job: Job): void {
    this.#line = this.#line.then(() => this.#run(job))
  }

  async #run(job: Job): Promise<void> {
    const { signal } = job.ending
    if (this.#isStopped || signal.aborted) return
    // A fault of the device, such as a picture that is gone, counts as one that can be tried again.
    const sent = await this.#send(job).catch(() => 0)
    if (signal.aborted) return
    const fault = typeof sent === 'number' ? uploadFault(this.#target.bucket, sent) : null
    this.#events.onChange(
      job.id,
      typeof sent === 'number'
        ? { state: 'refused', fault, canRetry: !NEVER_TAKEN.has(sent) }
        : { state: 'stored', ...sent },
    )
  }

  /** Returns what is stored, or the status of the refusal. */
  async #send(job: Job): Promise<StoredFile | number> {
    const person = tokenSubject(await freshAccessToken())
    if (person === null) return 401
    job.unsent ??= await this.#prepare(job, person)
    const { unsent } = job
    const save = (change: Partial<UnsentFile>) => saveFile(Object.assign(unsent, change)).catch(() => undefined)
    await save({})
    const waiting = {
      onWaiting: (isWaiting: boolean) => this.#events.onChange(job.id, { state: isWaiting ? 'waiting' : 'sending' }),
      signal: job.ending.signal,
    }
    const status = unsent.isStored ? null : await this.#upload(unsent, { ...waiting, save, id: job.id })
    // 409: the response was lost, or the same picture is chosen again.
    if (status !== null && status !== 409) return status
    const stored = await readStored({ bucket: this.#target.bucket, name: unsent.name }, waiting)
    if (!stored) return status ?? 404
    await save({ isStored: true })
    return { name: unsent.name, colour: stored.colour }
  }

  #upload(unsent: UnsentFile, { id, save, ...waiting }: UploadSteps) {
    const { bucket, maxAgeSeconds } = this.#target
    return sendInParts({
      file: unsent.file,
      bucket,
      name: unsent.name,
      maxAgeSeconds,
      address: unsent.address,
      onAddress: (address) => save({ address }),
      onProgress: (share) => this.#events.onChange(id, { state: 'sending', share }),
      ...waiting,
    })
  }

  async #prepare({ id, file: chosen }: Job, person: string): Promise<UnsentFile> {
    const { place, shrinkAboveBytes, isNamedByContent } = this.#target
    const file = chosen.type.startsWith('video/') ? chosen : await shrinkFile(chosen, shrinkAboveBytes)
    const isHashed = isNamedByContent && isSecureContext
    const name = `${person}/${isHashed ? await hashOfPicture(file) : id}`
    return { id, place, person, file, name, address: null, isStored: false, addedAt: Date.now() }
  }
}

/**
 * Claims a file for this tab, so that two tabs of one page do not send it twice. Null if another tab has it; browsers
 * without locks send it in each.
 */
function claim(id: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined)
  return new Promise((resolve) => {
    void navigator.locks.request(`unsent file ${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
  })
}
