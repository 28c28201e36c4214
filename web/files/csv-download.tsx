import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { ROW_COUNT_HEADER } from './csv.ts'

interface CsvDownloadProps {
  href: string
  /** The rows in words: "orders". */
  noun: string
}

/**
 * A link to a long CSV that says how many rows have come. Without scripts it is a plain download, and so is a second
 * press after a failure.
 */
export function CsvDownload({ href, noun }: CsvDownloadProps) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isRunning = progress?.state === 'running'

  async function download(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (progress?.state === 'failed' || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (isRunning) return
    const controller = new AbortController()
    running.current = controller
    setProgress({ state: 'running', rows: 0, all: null })
    try {
      const { file, name, rows } = await readCsv(href, controller.signal, (rows, all) =>
        setProgress({ state: 'running', rows, all }),
      )
      save(file, name)
      setProgress({ state: 'done', rows, all: rows })
    } catch {
      if (!controller.signal.aborted) setProgress({ state: 'failed', rows: 0, all: null })
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      <a href={href} download onClick={download} aria-disabled={isRunning} className={buttonClass({ tone: 'plain' })}>
        Download CSV
      </a>
      <span role="status" className="text-14 text-soft empty:hidden">
        {progress && progressText(progress, noun)}
      </span>
    </span>
  )
}

interface Progress {
  state: 'running' | 'done' | 'failed'
  rows: number
  /** Null if it was not counted. */
  all: number | null
}

function progressText({ state, rows, all }: Progress, noun: string): string {
  if (state === 'failed') return 'The download stopped. Press again to let your browser fetch it.'
  if (state === 'done') return `${count(rows)} ${noun} are in the file.`
  return all === null ? `${count(rows)} ${noun} so far` : `${count(rows)} of ${count(Math.max(rows, all))} ${noun}`
}

/** Reads the file in pieces. A cut connection rejects, so that no partial file is saved. */
async function readCsv(href: string, signal: AbortSignal, onRows: (rows: number, all: number | null) => void) {
  const response = await fetch(href, { signal })
  if (!response.ok || !response.body) throw new Error(`The file could not be read: ${response.status}`)
  const counted = response.headers.get(ROW_COUNT_HEADER)
  const all = counted === null ? null : Number(counted)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  // The header is a line too.
  let lines = -1
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    lines += countLines(value)
    onRows(Math.max(0, lines), all)
  }
  const [, name = 'download.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { file: new Blob(pieces, { type: 'text/csv' }), name, rows: Math.max(0, lines) }
}

/** Lines end with CR LF; a line break inside a cell has no CR. */
function countLines(piece: Uint8Array): number {
  let lines = 0
  for (const byte of piece) if (byte === 13) lines += 1
  return lines
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Later, because some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
