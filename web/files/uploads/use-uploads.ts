import { type RefObject, useEffect, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { fetchModule } from '#web/fetch-module.ts'
import { type FieldUpload, FLAG, startUpload, type UploadTarget } from './field-upload.ts'
import type { UploadQueue } from './upload-queue.ts'

type UploadOptions = Omit<UploadTarget, 'place'> & { field: string }

/** Why the form was not sent when it was pressed: files are on their way, or one was refused. */
export type HeldForm = 'sending' | 'refused' | null

/**
 * Uploads files of a form's field in the background as soon as they are chosen. The form is sent once they are all
 * there, with their names instead of their bytes.
 */
export function useUploads(input: RefObject<HTMLInputElement | null>, options: UploadOptions) {
  const [uploads, setUploads] = useState<readonly FieldUpload[]>([])
  const queue = useQueue(input, options, setUploads)
  const held = useHeldForm(input, uploads, queue.forgetFiles)
  useClearedAfterSuccess(() => setUploads([]))

  function remove(id: string) {
    const preview = uploads.find((upload) => upload.id === id)?.preview
    if (preview) URL.revokeObjectURL(preview)
    setUploads((before) => before.filter((upload) => upload.id !== id))
    void queue.open().then((opened) => opened?.remove(id))
  }

  return {
    uploads,
    held,
    /** A refused file gives way to those that are chosen next. */
    take(files: readonly File[]) {
      for (const { id, state } of uploads) if (state === 'refused') remove(id)
      const added = files.map((file) => ({ upload: startUpload(file), file }))
      setUploads((before) => [...before, ...added.map(({ upload }) => upload)])
      void queue.open().then((opened) => {
        for (const { upload, file } of added) void opened?.add(upload.id, file)
      })
    },
    retry: (id: string) => void queue.open().then((opened) => opened?.retry(id)),
    remove,
  }
}

type SetUploads = (change: (before: readonly FieldUpload[]) => readonly FieldUpload[]) => void

/** The queue of the field, loaded with the first file. */
function useQueue(input: RefObject<HTMLInputElement | null>, options: UploadOptions, setUploads: SetUploads) {
  const opening = useRef<Promise<UploadQueue | null> | null>(null)
  const opened = useRef<UploadQueue | null>(null)
  const isMounted = useRef(true)
  const latest = useRef(options)
  latest.current = options

  function open(): Promise<UploadQueue | null> {
    opening.current ??= load()
    return opening.current
  }

  async function load(): Promise<UploadQueue | null> {
    while (isMounted.current) {
      const module = await fetchModule(() => import('./upload-queue.ts')).catch(() => null)
      if (module && isMounted.current) {
        const target = { ...latest.current, place: placeOf(input.current, latest.current.field) }
        opened.current = new module.UploadQueue(target, {
          onChange: (id, change) =>
            setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...change } : upload))),
          onFound: (found) => setUploads((before) => [...before, found]),
        })
        return opened.current
      }
      await new Promise((resolve) => setTimeout(resolve, 3_000))
    }
    return null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each field.
  useEffect(() => {
    isMounted.current = true
    if (hasUnsentFiles()) void open().then((loaded) => loaded?.restore().catch(() => undefined))
    return () => {
      isMounted.current = false
      opened.current?.stop()
      opening.current = null
      opened.current = null
    }
  }, [])

  return { open, forgetFiles: () => opened.current?.forgetFiles() }
}

function hasUnsentFiles(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

/** Names the field on its page: the same after a reload. Forms of one page differ by their hidden fields. */
function placeOf(input: HTMLInputElement | null, field: string): string {
  const form = input?.form
  const subjects = [...(form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])].filter(
    ({ name }) => name.endsWith('_id') || name === 'target',
  )
  return [location.pathname + location.search, field, ...subjects.map(({ value }) => value)].join(' ')
}

/**
 * Holds the form back while files are on their way, and sends it once they are there. A refused file holds it until it
 * is removed or replaced, so that nothing is sent without it unnoticed.
 */
function useHeldForm(
  input: RefObject<HTMLInputElement | null>,
  uploads: readonly FieldUpload[],
  onSend: () => void,
): HeldForm {
  const [held, setHeld] = useState<HeldForm>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const isRefused = uploads.some(({ state }) => state === 'refused')
  const isSending = uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  const reason: HeldForm = isRefused ? 'refused' : isSending ? 'sending' : null
  const current = useRef({ reason, onSend })
  current.current = { reason, onSend }

  useEffect(() => {
    const form = input.current?.form
    function hold(event: SubmitEvent) {
      if (current.current.reason === null) return current.current.onSend()
      event.preventDefault()
      event.stopPropagation()
      pressed.current = event.submitter
      setHeld(current.current.reason)
    }
    form?.addEventListener('submit', hold)
    return () => form?.removeEventListener('submit', hold)
  }, [input])

  useEffect(() => {
    if (held === null || held === reason) return
    setHeld(reason === 'refused' ? 'refused' : null)
    const form = input.current?.form
    if (held === 'sending' && reason === null) form?.requestSubmit(pressed.current)
  }, [held, reason, input])

  return held
}

/** Calls `clear` once the page's form was accepted: its result then has no values that fill the form again. */
function useClearedAfterSuccess(clear: () => void): void {
  const result = useActionData() as { ok?: boolean; values?: object } | undefined
  const latest = useRef(clear)
  latest.current = clear
  useEffect(() => {
    if (result?.ok && Object.keys(result.values ?? {}).length === 0) latest.current()
  }, [result])
}
