import { useEffect, useRef, useState } from 'react'
import { readScan, type ScannedCode } from '#domain/hand-overs/code-text.ts'
import { openDetector } from '#web/offline/outbox/qr-detector.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'

const SCANS_PER_SECOND = 6

/**
 * Scans a buyer's QR with the phone's camera; pictures stay on the phone. `onScan` also gets the code with which the
 * phone's own camera app has opened this page, after the `#`. Typing always works.
 */
export function Scanner({ onScan }: { onScan(scanned: ScannedCode): void }) {
  const hydrated = useHydrated()
  const [state, setState] = useState<'off' | 'on' | 'refused'>('off')
  const [isForeign, setForeign] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const onScanned = useRef(onScan)
  onScanned.current = onScan

  useEffect(() => {
    const found = readScan(location.hash)
    if (found) onScanned.current(found)
  }, [])

  useEffect(() => {
    if (state !== 'on' || !video.current) return
    const scanner = watchCamera(video.current, {
      onText(text) {
        const found = readScan(text)
        setForeign(!found)
        if (found) onScanned.current(found)
      },
      onRefused: () => setState('refused'),
    })
    return scanner.stop
  }, [state])

  if (!hydrated) return null
  return (
    <div className="mb-6">
      {state === 'on' ? (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label="Camera"
            className="mb-3 aspect-square w-full max-w-96 rounded-card bg-ink object-cover"
          />
          {isForeign && (
            <Notice tone="warning" className="mb-3">
              This is no code of ours. Ask for the one under “To collect”.
            </Notice>
          )}
          <Button type="button" tone="plain" onClick={() => setState('off')}>
            Stop the camera
          </Button>
        </>
      ) : (
        <Button type="button" onClick={() => setState('on')}>
          Scan a code
        </Button>
      )}
      {state === 'refused' && (
        <Notice tone="warning" className="mt-3">
          The camera is not available. Find the person by name or order number, and type the code.
        </Notice>
      )}
    </div>
  )
}

function watchCamera(
  video: HTMLVideoElement,
  { onText, onRefused }: { onText(text: string): void; onRefused(): void },
) {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stream: MediaStream | undefined
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  const begin = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (isOver) return stop()
    video.srcObject = stream
    await video.play()
    const detector = await openDetector()
    const scan = async () => {
      if (isOver) return
      const [found] = await detector.detect(video).catch(() => [])
      if (isOver) return
      if (found) onText(found.rawValue)
      timer = setTimeout(scan, 1000 / SCANS_PER_SECOND)
    }
    await scan()
  }
  begin().catch(() => {
    if (!isOver) onRefused()
    stop()
  })
  return { stop }
}
