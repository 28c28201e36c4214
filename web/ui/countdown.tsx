import { useLingui } from '@lingui/react'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useRef, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '#domain/time/calendar.ts'
import { cx } from './cx.ts'
import { moment, timeLeft } from './format.ts'
import { useHydrated } from './hydrated.ts'

interface CountdownProps {
  /** An ISO 8601 instant. */
  endsAt: string
  /** The server's time of the response; the device's clock is not used. */
  now: string
  /** Also show the time: "closes Sat 14 Mar, 5 pm". */
  showMoment?: boolean
  /** Messages with the parameter `moment`, for before and after the end. */
  words?: readonly [before: string, after: string]
}

/** "2 days left", by the server's clock, updated every minute; highlighted on the last day. */
export function Countdown({ endsAt, now, showMoment = false, words = CLOSING }: CountdownProps) {
  const { i18n } = useLingui()
  const current = useServerTime(now)
  const leftMs = Date.parse(endsAt) - current
  const urgent = leftMs > 0 && leftMs <= DAY_MS
  return (
    <p className={cx('flex items-center gap-1.5 text-14 font-semibold', urgent ? 'text-pepper' : 'text-soft')}>
      <Clock aria-hidden size={16} className="shrink-0" />
      <time dateTime={endsAt}>
        {timeLeft(i18n, endsAt, new Date(current))}
        {showMoment && ` · ${i18n.t(leftMs > 0 ? words[0] : words[1], { moment: moment(endsAt) })}`}
      </time>
    </p>
  )
}

const CLOSING = [/*i18n*/ 'closes {moment}', /*i18n*/ 'closed {moment}'] as const

/** The server's current time in ms since 1970: the time of the response plus the time elapsed since. */
function useServerTime(now: string): number {
  const [elapsedMs, setElapsedMs] = useState(0)
  const hydrated = useHydrated()
  const documentNow = useRef(hydrated ? null : now)
  useEffect(() => {
    const start = documentNow.current === now ? documentReceivedAt() : Date.now()
    const tick = () => setElapsedMs(Date.now() - start)
    const timer = setInterval(tick, MINUTE_MS)
    // Timers are suspended while a phone sleeps, so returning to the page updates at once.
    document.addEventListener('visibilitychange', tick)
    if (Date.now() - start >= MINUTE_MS) tick()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [now])
  return Date.parse(now) + elapsedMs
}

/** When the document was received, in ms since 1970. The page's scripts may have loaded much later. */
function documentReceivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return performance.timeOrigin + (navigation?.responseStart ?? 0)
}
